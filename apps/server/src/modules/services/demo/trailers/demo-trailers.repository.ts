import { identifierKey } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { imei } from '../demo-numbers.ts';

/**
 * Trailers have no driver: a tractor's walkaround covers them. Two have what devices report; one has a tracker, by
 * whose place the product finds its couplings.
 */
const TRAILERS = [
  {
    number: 'TR101',
    kind: 'semi_trailer',
    model: 'Schmitz S.CS',
    axles: 3,
    reports: 'AC:23:3F:5A:10:01',
  },
  {
    number: 'TR102',
    kind: 'semi_trailer',
    model: 'Krone ProfiLiner',
    axles: 3,
    reports: 'KNR-4120087',
  },
  {
    number: 'TR103',
    kind: 'semi_trailer',
    model: 'Montracon Curtainsider',
    axles: 3,
    reports: null,
    hasTracker: true,
  },
  {
    number: 'TR201',
    kind: 'drawbar_trailer',
    model: 'Cartwright Drawbar',
    axles: 2,
    reports: null,
  },
] as const;

/** Its device has a number that no vehicle of the demo has. */
const FIRST_DEVICE = 900;

/** Kilograms; typical plated weights of trailers in Great Britain. */
const AXLE_KG = { semi_trailer: 8000, drawbar_trailer: 9000 } as const;
const GROSS_KG = { semi_trailer: 39_000, drawbar_trailer: 18_000 } as const;

/**
 * Inserts trailers at the first depots of a demo customer, and the plated values of its lorries, half of
 * which are tractor units, and of one van, which is used in international haulage.
 */
export async function insertTrailers(
  trx: Transaction,
  customerId: number,
  depots: readonly { readonly id: number }[],
): Promise<void> {
  await sql`update vehicles set axles = 2, axle_weights_kg = '{7100,11500}', gross_weight_kg = 18000,
      kind = case when id % 2 = 1 then 'tractor' end,
      train_weight_kg = case when id % 2 = 1 then 44000 else 36000 end
    where customer_id = ${customerId} and type = 'STR'`.execute(trx);
  await sql`update vehicles set gross_weight_kg = 3500, is_international_haulage = true
    where id = (select min(id) from vehicles where customer_id = ${customerId} and type = 'VAN')`.execute(
    trx,
  );
  const trailers = await trx
    .insertInto('vehicles')
    .values(
      TRAILERS.map(({ number, kind, model, axles }, n) => ({
        customer_id: customerId,
        registration: number,
        type: 'STR' as const,
        kind,
        manufacturer_model: model,
        vin: `WSM0000000${number.slice(2)}`,
        axles,
        axle_weights_kg: Array.from({ length: axles }, () => AXLE_KG[kind]),
        gross_weight_kg: GROSS_KG[kind],
        trailer_number: `C${412_300 + n}`,
        owner: n === 1 ? 'Trailer Hire Ltd' : null,
      })),
    )
    .returning('id')
    .execute();
  await trx
    .insertInto('trailer_identifiers')
    .values(
      trailers.flatMap(({ id }, n) => {
        const value = TRAILERS[n]?.reports ?? null;
        if (value === null) return [];
        return [{ customer_id: customerId, vehicle_id: id, value, key: identifierKey(value) }];
      }),
    )
    .execute();
  await trx
    .insertInto('vehicle_depots')
    .values(
      trailers.map(({ id }, n) => ({
        customer_id: customerId,
        vehicle_id: id,
        depot_id: depots[n % Math.min(2, depots.length)]?.id ?? 0,
      })),
    )
    .execute();
  await trx
    .insertInto('trackers')
    .values(
      trailers.flatMap(({ id }, n) => {
        const trailer = TRAILERS[n];
        if (trailer === undefined || !('hasTracker' in trailer)) return [];
        return [
          {
            customer_id: customerId,
            vehicle_id: id,
            number: imei(FIRST_DEVICE + n),
            protocol: 'teltonika' as const,
            model: 'TMT250',
            sim: null,
            permission: null,
            clock_offset_min: null,
            clock_fault: null,
          },
        ];
      }),
    )
    .execute();
}
