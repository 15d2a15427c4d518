import { createGeofenceIndex } from '../../../engines/geofences/index.ts';
import { createVehicleEngine } from '../../../engines/index.ts';
import type { Engine } from '../../../engines/record.ts';
import type { Services } from '../../../platform/services.ts';
import { Derivation, type DerivationPace, type DerivationServices } from './derivation.service.ts';
import { pruneCheckpoints } from './redo/derivation-redo.repository.ts';
import type { EngineMaker } from './rules/derivation-rules.ts';

const DAY_MS = 86_400_000;
/** Behind by more than this is not well: people see old trips, and alerts come late. */
const LAG_LIMIT_S = 600;

/** The product's engines, over the geofences of a customer. */
const vehicleEngines: EngineMaker = (shapes) => {
  const geofences = shapes.length === 0 ? null : createGeofenceIndex(shapes);
  return (vehicleType) => createVehicleEngine({ vehicleType, geofences }) as Engine<unknown>;
};

/** The derivation of this process. */
export interface RunningDerivation {
  /** True while it keeps up; otherwise what is wrong. */
  health(): true | string;
  /** Writes what was found, and ends. */
  stop(): Promise<void>;
}

/**
 * Derives trips, events and visits from positions, in the worker role; one process at a time, another
 * takes over. Begins before the gateway, so that it hears of every commit.
 *
 * @param pace other than the default, for tests
 * @param maker makes engines other than the product's, for tests
 */
export function startDerivation(
  services: DerivationServices,
  pace: Partial<DerivationPace> = {},
  maker: EngineMaker = vehicleEngines,
): RunningDerivation {
  const derivation = new Derivation(services, maker, pace);
  derivation.start();
  return {
    health: () =>
      derivation.lagS < LAG_LIMIT_S ? true : 'trips and events are more than ten minutes behind',
    stop: () => derivation.stop(),
  };
}

/** Declares the job that removes states of days whose positions are gone. */
export function registerDerivationJobs({ config, db, jobs }: Services): void {
  jobs.register(
    'derivation-checkpoints',
    async () => {
      const keptMs = Date.now() - config.positionsRetentionDays * DAY_MS;
      await pruneCheckpoints(db.pool, Math.floor(keptMs / DAY_MS) * DAY_MS);
    },
    '27 3 * * *',
  );
}
