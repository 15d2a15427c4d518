import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fleetEvent } from './events.ts';
import { id, idText, moment, utc } from './fields.ts';

const TRACE = {
  kind: 'module',
  anyOf: ['Trace', 'TraceVehicle', 'Track', 'TrackVehicle', 'Trips'],
} as const;

/** A trail in differences of whole numbers; `decodeTrace` of the domain unpacks it. */
const differences = z.array(z.int());
const traceColumns = z
  .object({
    /** s since 1970 UTC */
    time: differences,
    /** 1e-5 degrees */
    lat: differences,
    long: differences,
    /** Degrees, the shorter way round. */
    dir: differences,
    /** 0.1 km/h */
    speed: differences,
    /** 0 unknown, 1 off, 2 on */
    ignition: differences,
  })
  .meta({ id: 'TraceColumns' });

/** The trail of a vehicle, as recorded and matched to roads (area M; R-135). */
export const trace = {
  trace: endpoint({
    method: 'GET',
    path: '/api/trace/',
    ids: ['R-135'],
    summary: 'Get the trail of a vehicle in a time range of up to 31 days.',
    // The clip player shows the trail next to the video.
    access: { ...TRACE, anyOf: [...TRACE.anyOf, 'videos'] },
    query: z.object({
      vehicle: idText,
      start: moment,
      end: moment,
      /** `columns` for long trails: a tenth of the bytes. */
      shape: z.enum(['points', 'columns']).default('points'),
    }),
    answer: z
      .object({
        vehicle: z.object({ id, registration: z.string() }),
        /** Empty if the trail was requested as columns. */
        points: z.array(
          z.object({
            lat: z.number(),
            long: z.number(),
            dir: z.number(),
            timestamp: utc,
            speed: z.number(),
            ignition: z.boolean().nullable(),
          }),
        ),
        /** The same trail, if it was requested as columns. */
        columns: traceColumns.optional(),
        /** The events, oldest first, up to 2,000. */
        events: z.array(fleetEvent),
        /** Rests of at least five minutes, oldest first; as many as the summary counts. */
        stops: z.array(
          z.object({
            start: utc,
            end: utc,
            lat: z.number(),
            long: z.number(),
            address: z.string().nullable(),
          }),
        ),
        summary: z.object({
          /** metres */
          distance: z.number(),
          /** seconds */
          driving_time: z.number(),
          idle_time: z.number(),
          stops: z.int(),
          /** km/h */
          max_speed: z.number(),
        }),
      })
      .meta({ id: 'Trace' }),
  }),
  matchedTrace: endpoint({
    method: 'GET',
    path: '/api/trace/matched/',
    ids: ['R-135'],
    summary: 'Get the trail matched to roads, if a map-matching service is configured.',
    access: TRACE,
    query: z.object({ vehicle: idText, start: moment, end: moment }),
    answer: z.object({ columns: traceColumns }).meta({ id: 'MatchedTrace' }),
    ratePerMinute: 60,
  }),
} as const;
