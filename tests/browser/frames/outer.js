// The editor around a webview: keeps what the app posts, and posts to it.
window.posted = [];
addEventListener("message", ({ data }) => window.posted.push(data));
window.send = (message) => document.querySelector("iframe").contentWindow.postMessage(message, "*");
