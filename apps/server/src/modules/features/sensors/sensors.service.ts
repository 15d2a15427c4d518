import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import {
  type AttributeName,
  attributeNamed,
  byAttribute,
  hasMeaning,
  must,
  type ReadValue,
  toApiDateTime,
} from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { rangeOf } from '../../../platform/range.ts';
import { visibleVehicle } from '../../core/fleet/index.ts';
import { attributeFields, Buckets, drawn, lineOf, rounded, valuesOf } from './sensor-values.ts';
import { lastRecordMs, sensorPages } from './sensors.repository.ts';

type Calls = typeof contract.sensors;
type Latest = AnswerOf<Calls['latest']>;
type Series = AnswerOf<Calls['series']>;

const DAY_MS = 86_400_000;
/** Parts of the sparkline of a day: one every half an hour. */
const SPARK_PARTS = 48;
/** Values of a series; no screen has more pixels. */
const SERIES_PARTS = 2000;
/** Series in one answer. */
const MAX_SERIES = 8;
/** A series with fewer distinct parts of a second would repeat times. */
const LEAST_STEP_MS = 1000;

interface LastValue {
  readonly attribute: AttributeName;
  value: ReadValue;
  timeMs: number;
  readonly spark: Buckets | null;
}

const known = (name: string): AttributeName =>
  must(attributeNamed(name), 'sensors.unknown_attribute');

/** The sensors of vehicles. */
export class SensorsService {
  constructor(private readonly db: Database) {}

  /**
   * The last value of each sensor of the day before the vehicle's last record.
   *
   * @throws HttpError 404 for an unknown vehicle
   */
  latest(viewer: Viewer, vehicleId: number): Promise<Latest> {
    return this.db.asViewer(viewer, async (trx) => {
      const vehicle = await visibleVehicle(trx, viewer, vehicleId);
      const untilMs = await lastRecordMs(trx, vehicle.id);
      if (untilMs === null) return { vehicle, until: null, sensors: [], raw: 0 };
      const fromMs = untilMs - DAY_MS;
      const values = new Map<string, LastValue>();
      const names = new Set<string>();
      const range = { fromMs, toMs: untilMs + 1 };
      for await (const rows of sensorPages(trx, vehicle.id, range)) {
        for (const row of rows) {
          for (const name of Object.keys(row.attributes ?? {})) names.add(name);
          for (const [name, value] of valuesOf(row)) note(values, name, value, row.time_ms, fromMs);
        }
      }
      const sensors = [...values.values()]
        .sort((a, b) => byAttribute(a.attribute, b.attribute))
        .map(({ attribute, value, timeMs, spark }) => ({
          ...attributeFields(attribute),
          value: typeof value === 'number' ? rounded(value) : value,
          timestamp: toApiDateTime(timeMs),
          spark: spark?.means() ?? null,
        }));
      const raw = [...names].filter((name) => !hasMeaning(name)).length;
      return { vehicle, until: toApiDateTime(untilMs), sensors, raw };
    });
  }

  /**
   * The requested sensors over time, and the list of all that have values.
   *
   * @throws HttpError 400 for a wrong range, 404 for an unknown vehicle
   */
  series(viewer: Viewer, query: QueryOf<Calls['series']>): Promise<Series> {
    const { start, end } = rangeOf(viewer, query);
    const [fromMs, toMs] = [start.getTime(), end.getTime()];
    const stepMs = Math.max(LEAST_STEP_MS, Math.ceil((toMs - fromMs) / SERIES_PARTS));
    const wanted = new Set(query.names.split(',').filter(Boolean).slice(0, MAX_SERIES));
    return this.db.asViewer(viewer, async (trx) => {
      const { id } = await visibleVehicle(trx, viewer, query.vehicle);
      const available = new Map<string, AttributeName>();
      const found = new Map<string, Buckets>();
      for await (const rows of sensorPages(trx, id, { fromMs, toMs })) {
        for (const row of rows) {
          for (const [name, value] of valuesOf(row)) {
            const number = drawn(value);
            if (number === null) continue;
            if (!available.has(name)) available.set(name, known(name));
            if (!wanted.has(name)) continue;
            let parts = found.get(name);
            if (parts === undefined) {
              parts = new Buckets(fromMs, stepMs, Math.ceil((toMs - fromMs) / stepMs));
              found.set(name, parts);
            }
            parts.add(row.time_ms, number);
          }
        }
      }
      return {
        available: [...available.values()].sort(byAttribute).map(attributeFields),
        series: [...wanted].flatMap((name) => {
          const parts = found.get(name);
          return parts === undefined
            ? []
            : [{ ...attributeFields(known(name)), ...lineOf(parts, fromMs, stepMs) }];
        }),
      };
    });
  }
}

function note(
  values: Map<string, LastValue>,
  name: string,
  value: ReadValue,
  timeMs: number,
  fromMs: number,
): void {
  let entry = values.get(name);
  if (entry === undefined) {
    const spark =
      drawn(value) === null ? null : new Buckets(fromMs, DAY_MS / SPARK_PARTS, SPARK_PARTS);
    entry = { attribute: known(name), value, timeMs, spark };
    values.set(name, entry);
  }
  entry.value = value;
  entry.timeMs = timeMs;
  const number = drawn(value);
  // The last record lies at the end of the day, in its last part.
  if (number !== null) entry.spark?.add(Math.min(timeMs, fromMs + DAY_MS - 1), number);
}
