import type { Viewer } from '../../../platform/auth/index.ts';

/** Registrations by vehicle id. */
export type VisibleVehicles = ReadonlyMap<number, string>;

/** A stream asks as often: a vehicle that left sight is out of it within twice this time. */
const FRESH_MS = 5000;
const MAX_KEPT = 1000;

interface Kept {
  readonly vehicles: Promise<VisibleVehicles>;
  readonly untilMs: number;
}

/**
 * The vehicles that viewers may see, asked for once for all who see the same: a thousand open maps
 * of one customer cost one question every five seconds.
 */
export class VisibleVehiclesOf {
  readonly #kept = new Map<string, Kept>();

  /** @param ask finds the vehicles of a viewer */
  constructor(private readonly ask: (viewer: Viewer) => Promise<VisibleVehicles>) {}

  /** @throws what the question throws; it is then asked again the next time */
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
