import type pg from 'pg';
import { markIncomplete, writeCheckpoints, writeTracks } from './derivation.repository.ts';
import { inTransaction } from './derivation-lease.ts';
import type { Track } from './derivation-track.ts';
import type { DerivedVehicle } from './derived-vehicle.ts';
import { deleteUntold, writeFindings } from './findings/derivation-findings.repository.ts';
import { justAfter } from './keyed-record.ts';

const ALL = () => true;

interface Snapshot {
  readonly vehicle: DerivedVehicle;
  readonly vehicleId: number;
  readonly key: Track['key'];
  readonly rules: string;
  /** Null if only findings are written. */
  readonly state: string | null;
  readonly taken: ReturnType<Track['take']>;
}

function snapshot(vehicle: DerivedVehicle, track: Track, withState: boolean): Snapshot {
  return {
    vehicle,
    vehicleId: vehicle.vehicleId,
    key: track.key,
    rules: track.rules.print,
    state: withState ? track.text() : null,
    taken: track.take(),
  };
}

/**
 * Deletes rows that a stopped process wrote after the state it stored, if the records no longer
 * produce them: a late record arrived meanwhile, or the rules changed.
 */
async function reconcile(client: pg.Client, batch: readonly Snapshot[]): Promise<void> {
  for (const { vehicle, vehicleId, key, taken } of batch) {
    const { reconcileMs } = vehicle;
    if (reconcileMs === null || reconcileMs === key.timeMs) continue;
    const period = { fromMs: justAfter(reconcileMs), toMs: justAfter(key.timeMs) };
    await deleteUntold(client, vehicleId, period, taken.findings);
  }
}

async function write(client: pg.Client, batch: readonly Snapshot[]): Promise<void> {
  const stated = batch.flatMap(({ state, ...one }) => (state === null ? [] : [{ ...one, state }]));
  await inTransaction(client, async () => {
    await reconcile(client, batch);
    await writeFindings(
      client,
      batch.map(({ vehicleId, taken }) => ({ vehicleId, findings: taken.findings, tells: ALL })),
    );
    await writeCheckpoints(
      client,
      batch.flatMap(({ vehicleId, taken }) =>
        taken.checkpoints.map((checkpoint) => ({ vehicleId, ...checkpoint })),
      ),
    );
    await writeTracks(client, stated);
  });
  await markIncomplete(
    client,
    batch.flatMap(({ vehicleId, taken }) =>
      taken.finished
        .filter(({ dayMs }) => Number.isFinite(dayMs))
        .map((day) => ({ vehicleId, ...day })),
    ),
  );
  const nowMs = Date.now();
  for (const { vehicle, key } of batch) {
    if (vehicle.reconcileMs !== null) vehicle.reconcileMs = vehicle.isLive ? null : key.timeMs;
  }
  for (const { vehicle, key } of stated) vehicle.written(key, nowMs);
}

/** SQLSTATE classes caused by the written data: data exception, integrity violation. */
function blamesContent(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^2[23]/.test(code);
}

/**
 * Writes the findings of vehicles, and the states of some of them, in one transaction. A state is
 * never ahead of the rows; rows may be ahead of the state. If the database rejects the data, each
 * vehicle is written separately.
 *
 * @param keeps whether the state of a vehicle is written too
 * @param refused called for a vehicle whose findings the database rejects
 * @throws other database errors; the memory must then be loaded again
 */
export async function flush(
  client: pg.Client,
  vehicles: readonly DerivedVehicle[],
  keeps: (vehicle: DerivedVehicle) => boolean,
  refused: (vehicle: DerivedVehicle, error: unknown) => void,
): Promise<void> {
  const batch = vehicles.flatMap((vehicle) =>
    vehicle.track === null ? [] : [snapshot(vehicle, vehicle.track, keeps(vehicle))],
  );
  if (batch.length === 0) return;
  try {
    await write(client, batch);
  } catch (error) {
    if (!blamesContent(error)) throw error;
    for (const one of batch) {
      await write(client, [one]).catch((reason) => {
        if (!blamesContent(reason)) throw reason;
        refused(one.vehicle, reason);
      });
    }
  }
}
