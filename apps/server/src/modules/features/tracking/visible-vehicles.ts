import type { Viewer } from '../../../platform/auth/index.ts';

/** Registrations by vehicle id. */
export type VisibleVehicles = ReadonlyMap<number, string>;

/** Streams refresh at this interval: an invisible vehicle is dropped within twice this time. */
const FRESH_MS = 5000;
const MAX_KEPT = 1000;

interface Kept {
  readonly vehicles: Promise<VisibleVehicles>;
  readonly untilMs: number;
}

/**
 * The visible vehicles, queried once for all viewers with the same scope: a thousand open maps of
 * one customer cost one query every five seconds.
 */
export class VisibleVehiclesOf {
  readonly #kept = new Map<string, Kept>();

  /** @param ask finds the vehicles of a viewer */
  constructor(private readonly ask: (viewer: Viewer) => Promise<VisibleVehicles>) {}

  /** @throws as the query does; the next call queries again */
  get(viewer: Viewer): Promise<VisibleVehicles> {
    const { customerId, isGlobalAdmin, depotScope, vehicleId } = viewer;
    const key = JSON.stringify([customerId, isGlobalAdmin, depotScope, vehicleId]);
    const known = this.#kept.get(key);
    if (known !== undefined && known.untilMs > Date.now()) return known.vehicles;
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const vehicles = this.ask(viewer);
    this.#kept.set(key, { vehicles, untilMs: Date.now() + FRESH_MS });
    vehicles.catch(() => this.#kept.delete(key));
    return vehicles;
  }
}
