// A page of its own has a theme of its own; in a webview the editor's variables do it all.
if (document.documentElement.dataset.theme !== undefined) {
  const asked = new URLSearchParams(location.search).get("theme");
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem("belay.theme"));
  } catch {
    // Storage may be forbidden, or hold something else; the theme is then the system's.
  }
  document.documentElement.dataset.theme = asked ?? kept ?? "auto";
}
