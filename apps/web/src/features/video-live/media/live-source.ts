import { InternalError } from '@roadworthy/domain';
import { served } from '../../../api/bases.ts';
import { callHeaders } from '../../../api/client.ts';
import { FragmentCutter } from './fragment-cutter.ts';
import type { LiveFrame } from './live-frames.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 8000;

export interface SourceListener {
  link(state: 'open' | 'lost'): void;
  frame(frame: LiveFrame): void;
  /** The first attempt returned no data. */
  failed(): void;
}

/**
 * One camera over plain HTTP, if a WebSocket cannot connect: the URL in the session's response is
 * fetched by GET and streamed (requirements F-42, R-102). A stream that ends is fetched
 * again, with increasing delays.
 */
export class LiveSource {
  readonly #controller = new AbortController();

  constructor(camera: number, address: string, listener: SourceListener) {
    void this.#run(camera, address, listener);
  }

  close(): void {
    this.#controller.abort();
  }

  async #run(camera: number, address: string, listener: SourceListener): Promise<void> {
    const { signal } = this.#controller;
    let pauseMs = FIRST_PAUSE_MS;
    let hasWorked = false;
    while (!signal.aborted) {
      const came = await this.#read(camera, address, listener).catch(() => 0);
      if (signal.aborted) return;
      hasWorked ||= came > 0;
      if (!hasWorked) return listener.failed();
      listener.link('lost');
      if (came > 0) pauseMs = FIRST_PAUSE_MS;
      await new Promise((done) => setTimeout(done, pauseMs));
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  /** Reads until the stream ends; returns the number of frames. */
  async #read(camera: number, address: string, listener: SourceListener): Promise<number> {
    const response = await fetch(served(address), {
      headers: callHeaders(),
      signal: this.#controller.signal,
    });
    if (!response.ok || response.body === null)
      throw new InternalError('response.status', { status: response.status });
    const cutter = new FragmentCutter(camera);
    const reader = response.body.getReader();
    let came = 0;
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return came;
        for (const frame of cutter.push(value)) {
          if (came === 0) listener.link('open');
          came += 1;
          listener.frame(frame);
        }
      }
    } catch {
      // Frames arrived before the stream broke, so fetch it again.
      await reader.cancel().catch(() => undefined);
      return came;
    }
  }
}
