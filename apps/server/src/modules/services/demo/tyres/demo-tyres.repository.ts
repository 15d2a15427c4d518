import { type AssetKind, kindOf, tyreLayout, type VehicleType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

interface DemoVehicle {
  readonly id: number;
  readonly customer_id: number;
  readonly depot_id: number;
  readonly type: VehicleType;
  readonly kind: AssetKind | null;
  readonly axles: number | null;
}

const HEAVY = {
  size: '315/70 R22.5',
  load_index: '156/150',
  speed_rating: 'L',
  tread: 15,
  cost: 395,
};
const TRAILER = {
  size: '385/65 R22.5',
  load_index: '160',
  speed_rating: 'K',
  tread: 13,
  cost: 340,
};
const LIGHT = {
  size: '215/65 R16C',
  load_index: '109/107',
  speed_rating: 'T',
  tread: 8.5,
  cost: 95,
};
const MAKES = [
  ['Michelin', 'X Multi'],
  ['Continental', 'Conti Hybrid'],
  ['Bridgestone', 'Duravis'],
] as const;

const kinds = ['semi_trailer', 'drawbar_trailer'];
const sizeOf = ({ kind, type }: DemoVehicle) =>
  kind !== null && kinds.includes(kind) ? TRAILER : type === 'STR' ? HEAVY : LIGHT;

interface DemoTyre {
  readonly vehicle: DemoVehicle;
  readonly position: string;
  readonly n: number;
}

/** A tyre of a vehicle, or of the stock; its values follow from its number. */
function tyreOf({ n, position, vehicle }: DemoTyre) {
  const [make, model] = MAKES[n % MAKES.length] ?? MAKES[0];
  const { cost, tread, ...marks } = sizeOf(vehicle);
  const age = n % 41 === 7 ? 11 : 1 + (n % 5);
  const week = String(1 + ((n * 7) % 50)).padStart(2, '0');
  const year = String((new Date().getUTCFullYear() - age) % 100).padStart(2, '0');
  return {
    ...marks,
    vehicle_id: vehicle.id,
    customer_id: vehicle.customer_id,
    depot_id: vehicle.depot_id,
    position,
    serial: `RW${String(10_000 + n)}`,
    make,
    model,
    dot_week: `${week}${year}`,
    tread,
    // Of some tyres nobody knows the price or the day of the purchase.
    cost: n % 23 === 5 ? null : cost + (n % 7) * 5,
    bought: n % 17 === 3 ? null : 14 + (n % 30),
    days: 120 + ((n * 13) % 200),
    worn: 1.5 + ((n * 17) % 10) * (tread > 10 ? 1.1 : 0.45),
    is_stock: position === '',
  };
}

const STOCK_PER_DEPOT = 4;

/**
 * Tyres on all vehicles with an odometer or an inspection, with measurements, and some in stock. The numbers
 * follow from the ids.
 */
export async function insertTyres(trx: Transaction): Promise<void> {
  const { rows } = await sql<DemoVehicle>`
    select v.id, v.customer_id, min(d.depot_id) as depot_id, v.type, v.kind, v.axles
    from vehicles v join vehicle_depots d on d.vehicle_id = v.id
    where v.is_active group by v.id order by v.id`.execute(trx);
  let n = 0;
  const tyres: ReturnType<typeof tyreOf>[] = [];
  const depots = new Map<number, number>();
  for (const vehicle of rows) {
    const layout = tyreLayout({
      kind: kindOf(vehicle.type, vehicle.kind),
      axles: vehicle.axles,
      twinAxles: null,
      steeredAxles: null,
      spares: 0,
    });
    for (const { code } of layout.axles.flatMap(({ positions }) => positions)) {
      n += 1;
      tyres.push(tyreOf({ vehicle, position: code, n }));
    }
    const stocked = depots.get(vehicle.depot_id) ?? 0;
    if (stocked >= STOCK_PER_DEPOT) continue;
    depots.set(vehicle.depot_id, stocked + 1);
    n += 1;
    tyres.push(tyreOf({ vehicle, position: '', n }));
  }
  await keep(trx, tyres);
}

async function keep(trx: Transaction, tyres: readonly object[]): Promise<void> {
  await sql`
    with row as (select * from jsonb_to_recordset(${JSON.stringify(tyres)}::jsonb) as r (
        vehicle_id int, customer_id int, depot_id int, position text, serial text, make text,
        model text, size text, load_index text, speed_rating text, dot_week text, tread real,
        cost numeric, bought int, days int, worn real, is_stock boolean)),
    tyre as (insert into tyres (customer_id, serial, make, model, size, load_index, speed_rating,
        dot_week, new_tread_mm, cost, uncharged, bought_on, status, depot_id)
      select customer_id, serial, make, model, size, load_index, speed_rating, dot_week, tread, cost,
        case when is_stock then coalesce(cost, 0) else 0 end, current_date - days - bought, case when is_stock then 'in_stock' else 'fitted' end,
        depot_id from row returning id, customer_id, serial),
    joined as (select tyre.id as tyre_id, row.* from row
      join tyre on tyre.customer_id = row.customer_id and tyre.serial = row.serial),
    added as (insert into tyre_events (customer_id, tyre_id, kind, happened_at, depot_id, cost, author)
      select customer_id, tyre_id, 'added', now() - make_interval(days => days + 1), depot_id, cost,
        'Morgan Ellis' from joined),
    fitting as (insert into tyre_fittings (customer_id, tyre_id, vehicle_id, position, fitted_at, charge,
        fitted_step, depot_id)
      select customer_id, tyre_id, vehicle_id, position, now() - make_interval(days => days),
        coalesce(cost, 0), md5('demo tyre ' || tyre_id)::uuid, depot_id
      from joined where not is_stock),
    fitted as (insert into tyre_events (customer_id, tyre_id, kind, happened_at, vehicle_id, position,
        cost, author, step)
      select customer_id, tyre_id, 'fitted', now() - make_interval(days => days), vehicle_id, position,
        cost, 'Morgan Ellis', md5('demo tyre ' || tyre_id)::uuid from joined where not is_stock),
    reading as (insert into tyre_readings (customer_id, vehicle_id, position, read_at, tread_mm,
        pressure_kpa, source, author)
      select j.customer_id, j.vehicle_id, j.position, now() - make_interval(days => d.days),
        round((j.tread - j.worn * d.share)::numeric, 1),
        (case when j.tread > 10 then 850 else 350 end)
          * case when (j.tyre_id + d.days) % 37 = 0 then 0.75 else 0.97 end, 'office', 'Morgan Ellis'
      from joined j cross join (values (90, 0.4), (45, 0.7), (6, 1.0)) d (days, share)
      where not j.is_stock),
    -- Sensors of every fifth vehicle, for five weeks: cooler at night, and some lose air.
    sensed as (insert into tyre_pressures (customer_id, vehicle_id, position, read_at, pressure_kpa,
        temperature_c)
      select j.customer_id, j.vehicle_id, j.position, h.at,
        (case when j.tread > 10 then 850 else 350 end)
          * (1 + 0.03 * sin(extract(hour from h.at) / 24.0 * 6.28)
            - case when j.tyre_id % 11 = 0
              then 0.25 * (1 - extract(epoch from now() - h.at) / 3024000) else 0 end),
        15 + 15 * sin(extract(hour from h.at) / 24.0 * 6.28)
      from joined j cross join generate_series(date_trunc('hour', now()) - interval '35 days', now(),
        interval '3 hours') h (at)
      where not j.is_stock and j.vehicle_id % 5 = 0)
    insert into vehicle_tyres (vehicle_id, customer_id, pressures_kpa)
    select vehicle_id, customer_id,
      array_fill(max(case when tread > 10 then 850 else 350 end), array[12])
    from joined where not is_stock group by vehicle_id, customer_id`.execute(trx);
}
