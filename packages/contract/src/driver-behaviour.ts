import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { browserZone, date, id, idText, moment } from './fields.ts';
import { driverName } from './shapes.ts';

const vehicle = z.object({ id, registration: z.string() });
const count = z.int().nonnegative();
/** The subject of a row: a vehicle, a driver or a depot. */
const subject = {
  vehicle: vehicle.nullable(),
  driver: driverName.nullable(),
  depot: z.object({ id, name: z.string() }).nullable(),
  /** metres */
  distance: z.number(),
  /** 0 to 100; the formula is `behaviourScore` in the domain package. Null if too little was driven. */
  score: z.number().nullable(),
  /** Score of the preceding period of the same length; null if too little was driven. */
  previous_score: z.number().nullable(),
};

const abcRow = z
  .object({
    ...subject,
    harsh_acceleration: count,
    harsh_braking: count,
    harsh_cornering: count,
    speeding: count,
    idling: count,
    /** seconds */
    idle_time: z.number(),
  })
  .meta({ id: 'AbcRow' });

const mobileyeRow = z
  .object({
    ...subject,
    /** Whether a camera or driver assistance device reports for it; without one there is no score. */
    has_device: z.boolean(),
    forward_collision: count,
    /** Those of an unknown side count here. */
    lane_departure_left: count,
    lane_departure_right: count,
    headway: count,
    pedestrian: count,
    speed_limit: count,
  })
  .meta({ id: 'MobileyeRow' });

const query = z.object({
  /** A depot; all in scope where absent. */
  vehicle_group: idText.optional(),
  start: moment,
  end: moment,
  by: z.enum(['vehicle', 'driver', 'depot']).default('vehicle'),
  time_zone: browserZone,
});

const answer = <T extends z.core.SomeType>(row: T) =>
  z.object({
    count,
    /** Subjects that drove or had an event; best score first, without a score last. */
    results: z.array(row),
    /** Score of all together for each day of the range, in the asker's time zone. */
    trend: z.array(
      z.object({
        date,
        score: z.number().nullable(),
        /** Events that the score counts. */
        events: count,
      }),
    ),
  });

/** Driver behaviour (area M, Safety; ). A range may be 31 days at most. */
export const driverBehaviour = {
  abc: endpoint({
    method: 'GET',
    path: '/api/behaviour/safety_abc/vehicle_group/',
    ids: ['R-130'],
    summary: 'List acceleration, braking, cornering, speeding and idling, with distance and score.',
    access: { kind: 'module', anyOf: ['Driver Behaviour'] },
    query,
    answer: answer(abcRow),
  }),
  mobileye: endpoint({
    method: 'GET',
    path: '/api/behaviour/safety_mobileeye/vehicle_group/',
    ids: ['R-131'],
    summary: 'List warnings of driver assistance cameras, with distance and score.',
    access: { kind: 'module', anyOf: ['Mobileye ADAS'] },
    query,
    answer: answer(mobileyeRow),
  }),
} as const;
