import {
  Follower,
  type FollowState,
  NOTHING_KNOWN,
  sightOf,
  type TrailerFix,
} from '../../../../engines/couplings/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import {
  type Due,
  hasDue,
  queueJourneys,
  queueVehicles,
  replaceFindings,
  replaceStates,
  type StoredState,
  stateAt,
  stateBefore,
  takeDue,
} from './couplings-finding.repository.ts';
import {
  addNearby,
  companions,
  fixesOf,
  identitiesOf,
  nearbyTrailers,
  replaceNearby,
  reportingRecords,
} from './couplings-records.repository.ts';
import { settleTrailers } from './couplings-settling.ts';

const DAY_MS = 86_400_000;
/** Records of a vehicle that arrive later than this are compared with those of trailers on their own. */
const LATE_MS = 5 * 60_000;

const nextDay = (ms: number): number => (Math.floor(ms / DAY_MS) + 1) * DAY_MS;

/**
 * The state at which a pass begins. The state of a midnight is stored while trailers are known, and once when
 * none is any more: without a state of the same day, nothing was known when it began.
 */
async function beginning(trx: Transaction, { fromMs, vehicleId }: Due) {
  const stored = await stateBefore(trx, vehicleId, fromMs + 1);
  const state: FollowState = stored === undefined ? NOTHING_KNOWN : JSON.parse(stored.state);
  const dayMs = Math.floor(fromMs / DAY_MS) * DAY_MS;
  const isKnown = stored !== undefined && (stored.atMs >= dayMs || state.pairs.length > 0);
  return isKnown ? { state, atMs: stored.atMs } : { state: NOTHING_KNOWN, atMs: dayMs };
}

/** Adds the records of a part of a day. Returns the time of the last one; null for none. */
async function addPart(
  trx: Transaction,
  due: Due,
  follower: Follower,
  range: { readonly fromMs: number; readonly toMs: number },
  identities: ReadonlyMap<string, number>,
): Promise<number | null> {
  const known = follower.state.pairs.flatMap(({ source, trailerId }) =>
    source === 'place' ? [trailerId] : [],
  );
  const near = await nearbyTrailers(trx, { ...due, ...range });
  const trailers = new Map<number, TrailerFix[]>();
  for (const id of new Set([...known, ...near])) trailers.set(id, await fixesOf(trx, id, range));
  let lastMs: number | null = null;
  for await (const page of reportingRecords(trx, due.vehicleId, range, identities)) {
    for (const record of page) {
      const beside = [...trailers].map(([id, fixes]) => [id, sightOf(fixes, record)] as const);
      follower.add({ ...record, beside });
      lastMs = record.timeMs;
    }
  }
  return lastMs;
}

const NOTHING = JSON.stringify(NOTHING_KNOWN);

/** Follows the trailers of a vehicle from the changed records on. Returns the trailers that it affects. */
async function follow(trx: Transaction, due: Due, nowMs: number): Promise<number[]> {
  const { atMs, state } = await beginning(trx, due);
  const identities = await identitiesOf(trx, due.customerId);
  const follower = new Follower(state);
  const states: StoredState[] = [];
  let before = JSON.stringify(state);
  let lastMs: number | null = null;
  let untilMs: number | null = null;
  for (let fromMs = atMs; fromMs <= nowMs && untilMs === null; ) {
    const toMs = nextDay(fromMs);
    const part = { fromMs, toMs: Math.min(toMs, nowMs + 1) };
    lastMs = (await addPart(trx, due, follower, part, identities)) ?? lastMs;
    fromMs = toMs;
    if (toMs > nowMs) break;
    const text = JSON.stringify(follower.state);
    const stored = (await stateAt(trx, due.vehicleId, toMs)) ?? NOTHING;
    if (text !== NOTHING || before !== NOTHING) states.push({ atMs: toMs, state: text });
    before = text;
    // Nothing changes from here on.
    if (toMs > due.toMs && stored === text) untilMs = toMs;
  }
  if (untilMs === null && lastMs !== null) {
    // All records up to the last one are read.
    states.push({ atMs: lastMs + 1, state: JSON.stringify(follower.state) });
  }
  const range = { afterMs: atMs, untilMs };
  await replaceStates(trx, due, range, states);
  return replaceFindings(trx, due, range, [...follower.ended, ...follower.open]);
}

/** Looks for the vehicles near a trailer, and queues them. */
async function findVehicles(trx: Transaction, due: Due): Promise<void> {
  const vehicles = await replaceNearby(trx, due, await companions(trx, due));
  await queueVehicles(trx, due.customerId, vehicles, due);
}

/** Stores the trailers near a vehicle whose records came late. */
async function findTrailers(trx: Transaction, due: Due): Promise<void> {
  const found = await companions(trx, due);
  const near = found.map(({ id, ...journey }) => ({
    ...journey,
    vehicleId: due.vehicleId,
    trailerId: id,
  }));
  await addNearby(trx, due.customerId, near);
}

/**
 * Finds the couplings of one vehicle whose records have changed, or the vehicles near one trailer.
 *
 * @returns whether anything waited
 */
export async function findNextCouplings(db: Database, nowMs = Date.now()): Promise<boolean> {
  return db.asSystem(async (trx) => {
    const due = await takeDue(trx, nowMs);
    if (due === undefined) return hasDue(trx, nowMs);
    if (due.isTrailer) {
      await findVehicles(trx, due);
      return true;
    }
    if (due.toMs < nowMs - LATE_MS) await findTrailers(trx, due);
    const trailers = await follow(trx, due, nowMs);
    await settleTrailers(trx, due, trailers);
    return true;
  });
}

/** Looks at journeys that last, so that a coupling appears before they end. */
export const queueLastingJourneys = (db: Database): Promise<void> => db.asSystem(queueJourneys);
