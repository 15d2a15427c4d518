import {
  type AssetKind,
  assessBrakes,
  type BrakeTestFigures,
  brakeCategoryOf,
  DEFAULT_BRAKE_LIMITS,
} from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

const SITE = 'Depot, roller brake tester';
const REASON = 'No ballast on site: tested unladen, all brakes checked';
const PLANT = 'Fixed plant: always above half of its axle weights, cannot be laden further';
const DAY_MS = 86_400_000;

interface Inspected {
  readonly id: number;
  readonly vehicle_id: number;
  readonly kind: AssetKind | null;
  readonly inspected_at: Date;
  readonly inspector: string;
  readonly brake_service_pct: number | null;
  readonly brake_secondary_pct: number | null;
  readonly brake_parking_pct: number | null;
  /** Counts the lorries of the customer, and the inspections of each back from the newest. */
  readonly lorry: number;
  readonly turn: number;
}

/** What was measured: laden on most lorries; some have EBPMS, some were tested unladen of late. */
function figuresOf(one: Inspected): BrakeTestFigures {
  const isReport = one.lorry % 6 === 1;
  const isUnladen = one.lorry % 5 === 3 && one.turn < 3;
  return {
    method: isReport ? 'ebpms' : isUnladen ? 'unladen_roller' : 'laden_roller',
    load: isReport ? null : isUnladen ? 35 : 72 + (one.id % 20),
    weight: null,
    axles: [],
    service: one.brake_service_pct,
    secondary: isReport ? null : one.brake_secondary_pct,
    parking: isReport ? null : one.brake_parking_pct,
    assessment: isUnladen ? REASON : '',
    assessed_by: isUnladen ? one.inspector : '',
    is_reviewed: isReport,
  };
}

/** Inserts brake tests of the inspections of lorries, the rule of some vehicles, and the inspectors. */
export async function insertBrakeTests(
  trx: Transaction,
  customerId: number,
  nowMs: number,
): Promise<void> {
  const { rows } = await sql<Inspected>`
    select r.id, r.vehicle_id, v.kind, r.inspected_at, r.inspector, r.brake_service_pct,
      r.brake_secondary_pct, r.brake_parking_pct,
      (dense_rank() over (order by r.vehicle_id))::int as lorry,
      (row_number() over (partition by r.vehicle_id order by r.inspected_at desc))::int - 1 as turn
    from inspection_records r join vehicles v on v.id = r.vehicle_id
    where r.customer_id = ${customerId} and v.type = 'STR' and r.brake_method is not null
      and r.status not in ('1', '3')`.execute(trx);
  if (rows.length === 0) return;
  const tests = rows.map((one) => {
    const category = brakeCategoryOf('STR', one.kind, null);
    // A trailer has no secondary brake of its own.
    const measured = figuresOf(one);
    const figures = category === 'trailer' ? { ...measured, secondary: null } : measured;
    const assessment = assessBrakes(figures, category, DEFAULT_BRAKE_LIMITS);
    const { counts_as_laden: isLaden, result, ...assessed } = assessment;
    return {
      customer_id: customerId,
      vehicle_id: one.vehicle_id,
      // An EBPMS report is reviewed before the inspection.
      inspection_record_id: figures.method === 'ebpms' ? null : one.id,
      tested_at: new Date(one.inspected_at.getTime() - (figures.method === 'ebpms' ? DAY_MS : 0)),
      tester: one.inspector,
      place: SITE,
      method: figures.method,
      is_annual_test: one.turn === 4 && figures.method === 'laden_roller',
      category,
      figures: JSON.stringify(figures),
      assessed: JSON.stringify(assessed),
      result,
      counts_as_laden: isLaden,
    };
  });
  await trx.insertInto('brake_tests').values(tests).execute();
  await sql`update inspection_records r set is_brake_test_laden = false from brake_tests t
    where t.inspection_record_id = r.id and t.method = 'unladen_roller'
      and r.customer_id = ${customerId}`.execute(trx);
  const plans = [...new Map(rows.map((one) => [one.vehicle_id, one.lorry]))].flatMap(
    ([vehicleId, lorry]) => {
      const regime =
        lorry % 6 === 1
          ? ('ebpms' as const)
          : lorry % 9 === 2
            ? ('risk_assessment' as const)
            : null;
      if (regime === null) return [];
      const isAssessed = regime === 'risk_assessment';
      return [
        {
          customer_id: customerId,
          vehicle_id: vehicleId,
          regime,
          assessment: isAssessed ? PLANT : '',
          assessed_by: isAssessed ? (rows[0]?.inspector ?? '') : '',
          review_on: isAssessed ? new Date(nowMs + 90 * DAY_MS).toISOString().slice(0, 10) : null,
          licence_weeks: 8,
          use: 'general' as const,
        },
      ];
    },
  );
  if (plans.length > 0) await trx.insertInto('brake_plans').values(plans).execute();
  const names = [...new Set(rows.map(({ inspector }) => inspector))];
  await trx
    .insertInto('inspectors')
    .values(
      names.map((name, n) => ({
        customer_id: customerId,
        name,
        qualification: 'IRTEC, heavy vehicles',
        valid_until: new Date(nowMs + (n % 3 === 2 ? -20 : 400) * DAY_MS)
          .toISOString()
          .slice(0, 10),
      })),
    )
    .execute();
}
