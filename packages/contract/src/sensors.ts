import { ATTRIBUTE_GROUPS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, id, idText, moment, utc } from './fields.ts';
import { byId } from './shapes.ts';

/** Everybody who may see where a vehicle is, or its trail. */
const SENSORS = {
  kind: 'module',
  anyOf: ['Track', 'TrackVehicle', 'Trace', 'TraceVehicle', 'Trips'],
} as const;

const KINDS = ['number', 'level', 'flag', 'text', 'codes'] as const;

/** An attribute of the dictionary in `packages/domain`; its key has `#` for the number of a sensor. */
const attribute = {
  name: z.string(),
  key: z.string(),
  /** Number of the sensor, axle or tyre; null if there is only one. */
  index: z.int().nullable(),
  group: z.enum(ATTRIBUTE_GROUPS),
  kind: z.enum(KINDS),
  /** Null for a value without a unit. */
  unit: z.string().nullable(),
};

const sensor = z
  .object({
    ...attribute,
    value: z.union([z.number(), z.boolean(), z.string()]),
    timestamp: utc,
    /**
     * Means of equal parts of the day before `until`, oldest first; null without a value. Null for
     * a text.
     */
    spark: z.array(z.number().nullable()).nullable(),
  })
  .meta({ id: 'Sensor' });

const series = z
  .object({
    ...attribute,
    /** s since 1970 UTC, ascending. */
    times: z.array(z.int()),
    /** In the unit; on is 1, off is 0. */
    values: z.array(z.number()),
  })
  .meta({ id: 'SensorSeries' });

/** What the sensors of a vehicle say, under names that do not depend on its device. */
export const sensors = {
  latest: endpoint({
    method: 'GET',
    path: '/api/sensors/vehicles/{id}/',
    ids: ['A-P03'],
    summary:
      'Get the last value of each sensor of a visible vehicle, with its course over the day before the last record.',
    access: SENSORS,
    params: byId,
    answer: z
      .object({
        vehicle: z.object({ id, registration: z.string() }),
        /** Time of the last record; null if there is none. */
        until: utc.nullable(),
        sensors: z.array(sensor),
        /** Attributes of the last day without a meaning that is known; they are in the raw data. */
        raw: z.int().nonnegative(),
      })
      .meta({ id: 'Sensors' }),
  }),
  series: endpoint({
    method: 'GET',
    path: '/api/sensors/series/',
    ids: ['M-P05'],
    summary:
      'Get sensors of a visible vehicle over a time range of up to 31 days, at most about 2,000 values each.',
    access: SENSORS,
    query: z.object({
      vehicle: idText,
      start: moment,
      end: moment,
      /** Names of attributes, separated by commas; none for the list of those with values. */
      names: exactText(1000).default(''),
    }),
    answer: z
      .object({
        /** Attributes with values in the range that can be drawn. */
        available: z.array(z.object(attribute)),
        series: z.array(series),
      })
      .meta({ id: 'SensorSeriesList' }),
  }),
} as const;
