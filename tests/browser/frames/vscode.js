// What VS Code gives a webview's page, kept as VS Code keeps it: across reloads of the frame.
let acquired = false;
window.acquireVsCodeApi = () => {
  if (acquired) throw new Error("acquireVsCodeApi was called twice");
  acquired = true;
  return Object.freeze({
    postMessage: (message) => parent.postMessage(structuredClone(message), "*"),
    getState: () => parent.state,
    setState: (state) => (parent.state = structuredClone(state)),
  });
};
