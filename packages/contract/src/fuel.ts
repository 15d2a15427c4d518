import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, longId, moment, utc } from './fields.ts';
import { byId, driverName } from './shapes.ts';

const TRIPS = { kind: 'module', anyOf: ['Trips'] } as const;

/** Litres where the device reports them, otherwise per cent of the tank. */
const unit = z.enum(['L', '%']);
const amount = z.number().nonnegative();

const fuelEvent = z
  .object({
    id: longId,
    /** A drain is fuel that left the tank of a standing vehicle: a suspected theft. */
    kind: z.enum(['refuel', 'drain']),
    /** The last reading before it. */
    start: utc,
    /** The first reading after it began. */
    timestamp: utc,
    before: z.number(),
    after: z.number(),
    volume: amount,
    unit,
    lat: z.number().nullable(),
    long: z.number().nullable(),
    address: z.string().nullable(),
    driver: driverName.nullable(),
  })
  .meta({ id: 'FuelEvent' });

/** The fuel of vehicles: level, fillings, suspected thefts, consumption. */
export const fuel = {
  vehicle: endpoint({
    method: 'GET',
    path: '/api/fuel/vehicles/{id}/',
    ids: ['M-P08'],
    summary:
      'Get the fuel of a visible vehicle in a time range of up to 31 days: level, fillings, suspected thefts, consumption.',
    access: TRIPS,
    params: byId,
    query: z.object({ start: moment, end: moment }),
    answer: z
      .object({
        vehicle: z.object({ id, registration: z.string() }),
        /** Null if the device reports no level. */
        unit: unit.nullable(),
        /** s since 1970 UTC, and levels in the unit: at most about 1,000. */
        level: z.object({ times: z.array(z.int()), values: z.array(z.number()) }),
        /** Newest first. */
        events: z.array(fuelEvent),
        summary: z.object({
          /** Litres that the engine used on trips by its counter; null if it has none. */
          used: amount.nullable(),
          /** Metres of these trips. */
          used_distance: amount,
          /** Sums of the events, in the unit. */
          refuelled: amount,
          drained: amount,
        }),
      })
      .meta({ id: 'VehicleFuel' }),
  }),
} as const;
