// The first drawing context of a browser process waits for its graphics process: 0.2 s and more.
// A worker waits here, so that the page does not.
new OffscreenCanvas(1, 1).getContext('webgl2');
self.postMessage(null);
