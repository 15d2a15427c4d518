import { setTimeout as sleep } from 'node:timers/promises';
import { TestEventStream } from '../event-stream.ts';

const RETRY_MS = 200;

/** A browser's live map: it opens its stream again whenever it ends. */
export class LiveMap {
  /** Time of the last update of each vehicle, ms since 1970 UTC. */
  readonly #lastMs = new Map<number, number>();
  #stopped = false;
  #stream: TestEventStream | null = null;

  constructor(
    /** The server for each attempt, as a load balancer selects it. */
    private readonly port: () => number,
    private readonly token: string,
  ) {
    void this.#run();
  }

  /** Whether vehicles moved after a time. */
  hasMovedSince(ms: number, vehicleIds: readonly number[]): boolean {
    return vehicleIds.every((id) => (this.#lastMs.get(id) ?? 0) > ms);
  }

  stop(): void {
    this.#stopped = true;
    this.#stream?.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const stream = await TestEventStream.open(`http://127.0.0.1:${this.port()}/api/track/live/`, {
        authorization: `Bearer ${this.token}`,
      }).catch(() => null);
      this.#stream = stream;
      for (let seen = 0; stream !== null && !stream.ended && !this.#stopped; ) {
        for (const { data } of stream.events.slice(seen)) {
          for (const { id } of JSON.parse(data) as { id: number }[])
            this.#lastMs.set(id, Date.now());
        }
        seen = stream.events.length;
        await sleep(20);
      }
      await sleep(RETRY_MS);
    }
  }
}
