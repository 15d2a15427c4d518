import type { ServerResponse } from 'node:http';
import type { LiveFragment, LiveInit, LiveState, LiveViewer } from '../../../platform/video-hub.ts';
import type { LiveSession, SessionCamera } from './video-live-session.ts';

const HEADERS = {
  'Content-Type': 'video/mp4',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
};

/** A camera as one MP4 over HTTP that continues until the session or the reader ends. */
class SourceStream implements LiveViewer {
  #hasBegun = false;

  constructor(private readonly out: ServerResponse) {}

  init(init: LiveInit): void {
    // An MP4 has one format: the client requests again for the next.
    if (this.#hasBegun) this.out.end();
    else this.out.write(init.data);
    this.#hasBegun = true;
  }

  fragment(fragment: LiveFragment): void {
    if (!this.out.writableEnded) this.out.write(fragment.data);
  }

  state(state: LiveState): void {
    if (state === 'unsupported') this.out.end();
  }

  backlogBytes(): number {
    return this.out.writableLength;
  }
}

/** Streams a camera of a session into a response. */
export function streamSource(
  session: LiveSession,
  camera: SessionCamera,
  out: ServerResponse,
): void {
  if (out.destroyed) return;
  out.writeHead(200, HEADERS);
  out.flushHeaders();
  const watch = session.watch(camera, new SourceStream(out));
  const forget = session.onEnd(() => out.end());
  out.once('close', () => {
    watch.close();
    forget();
  });
}
