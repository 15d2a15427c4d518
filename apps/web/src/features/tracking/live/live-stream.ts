import type { TrackUpdate } from '@roadworthy/contract';
import { InternalError } from '@roadworthy/domain';
import { served } from '../../../api/bases.ts';
import { callHeaders, pathOf } from '../../../api/client.ts';
import { renewAccess } from '../../../session/refresh.ts';

export type StreamState = 'connecting' | 'open' | 'down';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** The server sends a message every 15 seconds; a silence of twice that means a dead connection. */
const SILENCE_MS = 35_000;

/** Parses server-sent events from a text stream; keeps an incomplete one for the next chunk. */
export class EventCutter {
  #rest = '';

  /** Returns name and data of each complete event. */
  push(text: string): { name: string; data: string }[] {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      let name = 'message';
      const data: string[] = [];
      for (const line of block.split('\n')) {
        if (line.startsWith('event: ')) name = line.slice(7);
        if (line.startsWith('data: ')) data.push(line.slice(6));
      }
      return data.length === 0 ? [] : [{ name, data: data.join('\n') }];
    });
  }
}

type Listener = (updates: readonly TrackUpdate[]) => void;

/**
 * The live stream of this tab, shared by all screens: open while it has subscribers, reconnected
 * with increasing delays, and with a fresh access token each time.
 */
class LiveStream {
  readonly #listeners = new Set<Listener>();
  readonly #watchers = new Set<() => void>();
  #controller: AbortController | null = null;
  #state: StreamState = 'connecting';

  get state(): StreamState {
    return this.#state;
  }

  /** Subscribes to moving vehicles. Returns the function to unsubscribe. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#controller === null) void this.#run();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#controller?.abort();
      this.#controller = null;
    };
  }

  /** Subscribes to changes of `state`. */
  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  #set(state: StreamState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const watcher of this.#watchers) watcher();
  }

  async #run(): Promise<void> {
    const controller = new AbortController();
    this.#controller = controller;
    let pauseMs = FIRST_PAUSE_MS;
    while (!controller.signal.aborted) {
      const startedMs = Date.now();
      try {
        await renewAccess();
        await this.#read(controller.signal);
      } catch {
        // Disconnected: reported below, then retried.
      }
      if (controller.signal.aborted) return;
      this.#set('down');
      // A connection that was up for a while ended normally: reconnect at once.
      if (Date.now() - startedMs > SILENCE_MS) pauseMs = FIRST_PAUSE_MS;
      await new Promise((done) => setTimeout(done, pauseMs * (0.75 + Math.random() / 2)));
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  async #read(outer: AbortSignal): Promise<void> {
    const inner = new AbortController();
    const stop = () => inner.abort();
    outer.addEventListener('abort', stop);
    let silence = setTimeout(stop, SILENCE_MS);
    try {
      const response = await fetch(served(pathOf('tracking', 'liveTrack')), {
        headers: { Accept: 'text/event-stream', ...callHeaders() },
        signal: inner.signal,
      });
      if (!response.ok || response.body === null)
        throw new InternalError('response.status', { status: response.status });
      this.#set('open');
      const cutter = new EventCutter();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        clearTimeout(silence);
        silence = setTimeout(stop, SILENCE_MS);
        for (const { name, data } of cutter.push(value)) {
          if (name !== 'positions') continue;
          const updates = JSON.parse(data) as TrackUpdate[];
          for (const listener of this.#listeners) listener(updates);
        }
      }
    } finally {
      clearTimeout(silence);
      outer.removeEventListener('abort', stop);
    }
  }
}

export const liveStream = new LiveStream();
