import type pg from 'pg';
import type { DerivedVehicle } from './derived-vehicle.ts';
import { writeFindings } from './findings/index.ts';
import { inTransaction } from './lease.ts';
import { markIncomplete, writeCheckpoints, writeTracks } from './repository.ts';
import type { Track } from './track.ts';

const ALL = () => true;

interface Snapshot {
  readonly vehicle: DerivedVehicle;
  readonly key: Track['key'];
  readonly state: string;
  readonly rules: string;
  readonly taken: ReturnType<Track['take']>;
}

function snapshot(vehicle: DerivedVehicle, track: Track): Snapshot {
  const { key, rules } = track;
  return { vehicle, key, state: track.text(), rules: rules.print, taken: track.take() };
}

async function write(client: pg.Client, batch: readonly Snapshot[]): Promise<void> {
  const rows = batch.map((one) => ({ vehicleId: one.vehicle.vehicleId, ...one }));
  await inTransaction(client, async () => {
    await writeFindings(
      client,
      rows.map(({ vehicleId, taken }) => ({ vehicleId, findings: taken.findings, tells: ALL })),
    );
    await writeCheckpoints(
      client,
      rows.flatMap(({ vehicleId, taken }) =>
        taken.checkpoints.map((checkpoint) => ({ vehicleId, ...checkpoint })),
      ),
    );
    await writeTracks(client, rows);
  });
  await markIncomplete(
    client,
    rows.flatMap(({ vehicleId, taken }) =>
      taken.finished
        .filter(({ dayMs }) => Number.isFinite(dayMs))
        .map((day) => ({ vehicleId, ...day })),
    ),
  );
  const nowMs = Date.now();
  for (const { vehicle, key } of batch) vehicle.written(key, nowMs);
}

/** SQLSTATE classes that blame what was written: data exception, integrity violation. */
function blamesContent(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^2[23]/.test(code);
}

/**
 * Writes what was found of vehicles, and where each stands, in one transaction: rows and state never
 * part. What the database refuses for its content is tried vehicle by vehicle.
 *
 * @param refused hears of a vehicle whose findings the database refuses
 * @throws what the database says otherwise; then what is in memory must be loaded anew
 */
export async function flush(
  client: pg.Client,
  vehicles: readonly DerivedVehicle[],
  refused: (vehicle: DerivedVehicle, error: unknown) => void,
): Promise<void> {
  const batch = vehicles.flatMap((vehicle) =>
    vehicle.track === null ? [] : [snapshot(vehicle, vehicle.track)],
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
