import { createGeofenceIndex } from '../../../engines/geofences/index.ts';
import { createVehicleEngine } from '../../../engines/index.ts';
import type { Engine } from '../../../engines/record.ts';
import type { Services } from '../../../platform/services.ts';
import { Derivation, type DerivationServices } from './derivation.service.ts';
import type { DerivationPace } from './derivation-pace.ts';
import { pruneCheckpoints } from './redo/derivation-redo.repository.ts';
import type { EngineMaker } from './rules/derivation-rules.ts';
import type { SharedPartitions } from './shared-partitions.ts';

const DAY_MS = 86_400_000;
/** Maximum lag, beyond which the health check fails: trips are outdated and alerts come late. */
const LAG_LIMIT_S = 600;

/** The default engines, with the geofences of a customer. */
const vehicleEngines: EngineMaker = (shapes) => {
  const geofences = shapes.length === 0 ? null : createGeofenceIndex(shapes);
  return (vehicleType) => createVehicleEngine({ vehicleType, geofences }) as Engine<unknown>;
};

/** The derivation of this process. */
export interface RunningDerivation {
  /** True while it keeps up; otherwise the problem. */
  health(): true | string;
  /** Writes all findings, and stops. */
  stop(): Promise<void>;
}

/**
 * Derives trips, events and visits from positions, in the worker role. One process works at a time;
 * another one takes over when it stops. Start it before the gateway, so that it is notified of
 * every commit.
 *
 * @param pace intervals for tests
 * @param maker makes test engines
 * @param shared partitions of vehicles that processes share; without it, one process derives all
 */
export function startDerivation(
  services: DerivationServices,
  pace: Partial<DerivationPace> = {},
  maker: EngineMaker = vehicleEngines,
  shared?: SharedPartitions,
): RunningDerivation {
  const derivation = new Derivation(services, maker, pace, shared);
  derivation.start();
  return {
    health: () =>
      derivation.lagS < LAG_LIMIT_S ? true : 'trips and events are more than ten minutes behind',
    stop: () => derivation.stop(),
  };
}

/** Declares the job that deletes states of days without stored positions. */
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
