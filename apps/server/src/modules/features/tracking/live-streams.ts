import type { Viewer } from '../../../platform/auth/index.ts';
import type { Bus } from '../../../platform/bus/index.ts';
import type { Metrics } from '../../../platform/metrics/index.ts';
import { LiveStream } from './live-stream.ts';
import { createUpdateWriter } from './update-json.ts';
import { type VisibleVehicles, VisibleVehiclesOf } from './visible-vehicles.ts';

/** All tabs share one stream; more than this is not normal use. */
export const MAX_STREAMS_PER_USER = 20;

export interface LiveStreamsParts {
  readonly bus: Bus;
  readonly metrics: Metrics;
  /** The vehicles that a viewer may see. */
  readonly visible: (viewer: Viewer) => Promise<VisibleVehicles>;
}

/** All open event streams of this process, fed by one subscription to the bus. */
export class LiveStreams {
  readonly #streams = new Set<LiveStream>();
  readonly #preparing = new Map<number, number>();
  readonly #visible: VisibleVehiclesOf;
  readonly #write = createUpdateWriter();
  readonly #unsubscribe: (() => void)[];

  constructor({ bus, metrics, visible }: LiveStreamsParts) {
    this.#visible = new VisibleVehiclesOf(visible);
    metrics.gauge('live_streams', 'Open event streams of live tracking', (gauge) =>
      gauge.set(this.#streams.size),
    );
    this.#unsubscribe = [
      bus.subscribe('positions.committed', ({ states }) => {
        for (const stream of this.#streams) for (const state of states) stream.offer(state);
      }),
      // Permissions may have changed: the browser reconnects and is authenticated again.
      bus.subscribe('users.changed', ({ userId, customerId }) => {
        for (const stream of this.#streams) {
          const { viewer } = stream;
          const isOfUser = userId === null || viewer.userId === userId;
          const isOfCustomer = customerId === undefined || viewer.customerId === customerId;
          if (isOfUser && isOfCustomer) stream.end();
        }
      }),
      bus.subscribe('sessions.ended', ({ grantId }) => {
        for (const stream of this.#streams) if (stream.grantId === grantId) stream.end();
      }),
    ];
  }

  /**
   * A stream that collects changes from now on and is not yet open; null if this person has reached
   * the limit.
   *
   * @param grantId the sign-in session of the caller; the stream ends with it
   * @throws if the database cannot be queried for the visible vehicles
   */
  async prepare(viewer: Viewer, grantId: string | null): Promise<LiveStream | null> {
    const preparing = this.#preparing.get(viewer.userId) ?? 0;
    if (this.#openOf(viewer.userId) + preparing >= MAX_STREAMS_PER_USER) return null;
    this.#preparing.set(viewer.userId, preparing + 1);
    try {
      const vehicles = await this.#visible.get(viewer);
      const stream = new LiveStream(viewer, grantId, vehicles, {
        visible: (of) => this.#visible.get(of),
        write: this.#write,
        ended: (ended) => this.#streams.delete(ended),
      });
      this.#streams.add(stream);
      return stream;
    } finally {
      const left = (this.#preparing.get(viewer.userId) ?? 1) - 1;
      if (left === 0) this.#preparing.delete(viewer.userId);
      else this.#preparing.set(viewer.userId, left);
    }
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const stream of this.#streams) stream.end();
  }

  #openOf(userId: number): number {
    let count = 0;
    for (const { viewer } of this.#streams) if (viewer.userId === userId) count += 1;
    return count;
  }
}
