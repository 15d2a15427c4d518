import { readAttributes } from '@roadworthy/domain';
import type { EngineRecord } from '../record.ts';

/** A level of a tank: the median of the records of about a minute. Plain JSON data. */
export interface Reading {
  /** Time of the first record of the minute, ms since 1970 UTC. */
  readonly timeMs: number;
  /** Litres or per cent. */
  readonly level: number;
  /** Number of the standstill; 0 while the vehicle moves. */
  readonly stand: number;
  readonly ignition: boolean;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
}

/** The unit of levels: litres where the device reports them. */
export type LevelUnit = 'L' | '%';

/** The minute that is being collected. */
export interface OpenMinute {
  readonly timeMs: number;
  readonly levels: number[];
  readonly moves: boolean;
  ignition: boolean;
  latitudeDeg: number | null;
  longitudeDeg: number | null;
}

const MINUTE_MS = 60_000;
/** A device that sends more often adds nothing to the median of a minute. */
const MAX_LEVELS = 30;
/** Below, a vehicle shunts or its position drifts. */
const MOVES_FROM_KMH = 5;

/** The middle of some numbers; of an even count, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The level and the counter of fuel used in a record; null where it has none. */
export interface FuelValues {
  readonly levelL: number | null;
  readonly levelPercent: number | null;
  readonly usedL: number | null;
}

const NONE: FuelValues = { levelL: null, levelPercent: null, usedL: null };
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Reads the fuel of a record: all names of codecs about fuel begin with the word. */
export function fuelOf({ attributes }: EngineRecord): FuelValues {
  if (attributes === undefined || attributes === null) return NONE;
  const fuel: Record<string, string | number | boolean> = {};
  let hasFuel = false;
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith('fuel')) continue;
    fuel[name] = value;
    hasFuel = true;
  }
  if (!hasFuel) return NONE;
  const values = readAttributes(fuel);
  return {
    levelL: number(values.get('fuelLevelL')),
    levelPercent: number(values.get('fuelLevelPercent') ?? values.get('fuelLevel1Percent')),
    usedL: number(values.get('fuelUsedL')),
  };
}

/** Whether the vehicle moves in a record. */
export const movesIn = ({ speedKmh }: EngineRecord): boolean => (speedKmh ?? 0) >= MOVES_FROM_KMH;

/** Adds a level to the minute, or starts the next one. Returns the minute that ended, if any. */
export function addLevel(
  open: OpenMinute | null,
  record: EngineRecord,
  level: number,
): { readonly open: OpenMinute; readonly ended: OpenMinute | null } {
  const moves = movesIn(record);
  const isSame = open !== null && open.moves === moves && record.timeMs - open.timeMs < MINUTE_MS;
  if (open !== null && isSame) {
    if (open.levels.length < MAX_LEVELS) open.levels.push(level);
    open.ignition ||= record.ignition === true;
    open.latitudeDeg ??= record.latitudeDeg;
    open.longitudeDeg ??= record.longitudeDeg;
    return { open, ended: null };
  }
  const next: OpenMinute = {
    timeMs: record.timeMs,
    levels: [level],
    moves,
    ignition: record.ignition === true,
    latitudeDeg: record.latitudeDeg,
    longitudeDeg: record.longitudeDeg,
  };
  return { open: next, ended: open };
}
