// The first rendering context of a browser waits for its graphics process, 0.2 s or more. This worker
// waits instead of the page.
new OffscreenCanvas(1, 1).getContext('webgl2');
self.postMessage(null);
