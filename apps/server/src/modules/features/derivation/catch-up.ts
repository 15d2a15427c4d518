import type pg from 'pg';
import { loadTracks, positionsAfter } from './derivation.repository.ts';
import type { Fleet } from './derivation-fleet.ts';
import { Track } from './derivation-track.ts';
import type { DerivedVehicle } from './derived-vehicle.ts';
import { dayOf } from './keyed-record.ts';
import { redoBase, rollBack, unfinishedRedos } from './redo/derivation-redo.repository.ts';
import type { RuleBook } from './rules/derivation-rules.ts';

const DAY_MS = 86_400_000;
const LOAD_AT_ONCE = 500;
const READ_AT_ONCE = 50;
const PAGE_RECORDS = 1000;

/**
 * An unfinished redo of a stopped process: rows before its position are already the new ones, the
 * stored state is the old one. The state is reset to the position that the redo reached.
 */
async function rollBackUnfinished(
  client: pg.Client,
  wanted: readonly DerivedVehicle[],
  retentionDays: number,
): Promise<void> {
  const keptFromMs = dayOf(Date.now() - retentionDays * DAY_MS);
  const ids = wanted.map(({ vehicleId }) => vehicleId);
  for (const { vehicleId, fromMs } of await unfinishedRedos(client, ids)) {
    await rollBack(client, vehicleId, await redoBase(client, vehicleId, dayOf(fromMs), keptFromMs));
  }
}

/** Loads vehicles that are not in memory, in their last stored state. */
async function load(client: pg.Client, fleet: Fleet, rules: RuleBook, wanted: DerivedVehicle[]) {
  const kept = await loadTracks(
    client,
    wanted.map(({ vehicleId }) => vehicleId),
  );
  await rules.load(
    client,
    kept.map(({ customerId }) => customerId),
  );
  const byId = new Map(kept.map((one) => [one.vehicleId, one]));
  for (const vehicle of wanted) {
    const found = byId.get(vehicle.vehicleId);
    if (found === undefined) {
      fleet.forget(vehicle);
      continue;
    }
    vehicle.customerId = found.customerId;
    vehicle.type = found.type;
    vehicle.track = new Track(rules.of(found.customerId, found.type), found.state, found.key);
    vehicle.track.findings.reopen();
    // The first rows are written together with a state, so without a state there are no rows.
    vehicle.reconcileMs = Number.isFinite(found.key.timeMs) ? found.key.timeMs : null;
    vehicle.writtenKey = found.key;
  }
}

/**
 * Advances vehicles that are behind, by one page of positions each.
 *
 * @param retentionDays days for which positions are stored
 * @returns whether there is more to read
 */
export async function catchUp(
  client: pg.Client,
  fleet: Fleet,
  rules: RuleBook,
  retentionDays: number,
): Promise<boolean> {
  const nowMs = Date.now();
  const due = [...fleet.behind].filter(({ retryMs }) => retryMs <= nowMs);
  const unknown = due.filter(({ track }) => track === null).slice(0, LOAD_AT_ONCE);
  if (unknown.length > 0) {
    await rollBackUnfinished(client, unknown, retentionDays);
    await load(client, fleet, rules, unknown);
  }
  const wanted = due.flatMap((vehicle) =>
    vehicle.track === null
      ? []
      : [{ vehicle, vehicleId: vehicle.vehicleId, track: vehicle.track, key: vehicle.track.key }],
  );
  const now = wanted.slice(0, READ_AT_ONCE);
  if (now.length === 0) return false;
  const pages = await positionsAfter(client, now, PAGE_RECORDS);
  for (const { vehicle, vehicleId, track } of now) {
    const page = pages.get(vehicleId) ?? [];
    try {
      for (const next of page) track.advance(next);
    } catch (error) {
      fleet.fail(vehicle, error);
      continue;
    }
    if (page.length < PAGE_RECORDS) fleet.resume(vehicle);
    else if (track.hasNews) fleet.news.add(vehicle);
  }
  return fleet.behind.size > 0;
}
