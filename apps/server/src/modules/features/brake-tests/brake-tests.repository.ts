import type { BrakeAssessment, BrakeCategory, BrakeTestFigures } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { visibleVehicles } from '../../core/fleet/index.ts';

/** A new brake test with its assessment. */
export interface NewBrakeTest {
  readonly customerId: number;
  readonly vehicleId: number;
  /** Null for a test on its own. */
  readonly inspectionId: number | null;
  readonly testedAt: Date;
  readonly tester: string;
  readonly place: string;
  readonly isAnnualTest: boolean;
  readonly category: BrakeCategory;
  readonly figures: BrakeTestFigures;
  readonly assessment: BrakeAssessment;
  readonly createdBy: number;
}

/** Stores a brake test. Returns its id. */
export async function insertBrakeTest(trx: Transaction, test: NewBrakeTest): Promise<number> {
  const { assessment } = test;
  const { counts_as_laden: isLaden, result, ...assessed } = assessment;
  const { id } = await trx
    .insertInto('brake_tests')
    .values({
      customer_id: test.customerId,
      vehicle_id: test.vehicleId,
      inspection_record_id: test.inspectionId,
      tested_at: test.testedAt,
      tester: test.tester,
      place: test.place,
      method: test.figures.method,
      is_annual_test: test.isAnnualTest,
      category: test.category,
      figures: JSON.stringify(test.figures),
      assessed: JSON.stringify(assessed),
      result,
      counts_as_laden: isLaden,
      created_by: test.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const rowsOf = (trx: Transaction) =>
  trx
    .selectFrom('brake_tests as t')
    .innerJoin('vehicles as v', 'v.id', 't.vehicle_id')
    .leftJoin('inspection_records as r', 'r.id', 't.inspection_record_id')
    .selectAll('t')
    .select(['v.registration', 'r.reference_number'])
    .select(
      // The newest entry of that name counts, also after the person left: it was valid on the day.
      sql<boolean>`exists (select from inspectors i where i.customer_id = t.customer_id
        and lower(i.name) = lower(t.tester)
        and (i.valid_until is null or i.valid_until >= (t.tested_at at time zone 'UTC')::date)
        and (i.archived_at is null or i.archived_at >= t.tested_at))`.as('is_competent'),
    );

/** The newest tests of a vehicle, void ones included. */
export const testsOfVehicle = (trx: Transaction, vehicleId: number, most: number) =>
  rowsOf(trx)
    .where('t.vehicle_id', '=', vehicleId)
    .orderBy('t.tested_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(most)
    .execute();

/** The test of an inspection; undefined without one. */
export const testOfInspection = (trx: Transaction, inspectionId: number) =>
  rowsOf(trx).where('t.inspection_record_id', '=', inspectionId).executeTakeFirst();

/** A test of a vehicle that the viewer may see; undefined otherwise. */
export const visibleTest = (trx: Transaction, viewer: Viewer, id: number) =>
  rowsOf(trx)
    .where('t.id', '=', id)
    .where(sql<boolean>`v.id in (select id from (${visibleVehicles(trx, viewer)}) visible)`)
    .executeTakeFirst();

export type BrakeTestRow = Awaited<ReturnType<typeof testsOfVehicle>>[number];

/** Sets the print-out of a test. */
export async function setPrintOut(trx: Transaction, id: number, fileId: string): Promise<void> {
  await trx
    .updateTable('brake_tests')
    .set({ print_out_file_id: fileId, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Marks a test as entered by mistake. Returns false if it has changed since it was read. */
export async function voidTest(
  trx: Transaction,
  id: number,
  version: number,
  by: string,
  reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('brake_tests')
    .set({ voided_at: new Date(), voided_by: by, void_reason: reason, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('voided_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The plan of a vehicle; undefined without one. */
export const planOf = (trx: Transaction, vehicleId: number) =>
  trx
    .selectFrom('brake_plans')
    .select(['category', 'regime', 'assessment', 'assessed_by', 'licence_weeks', 'use', 'version'])
    .select(sql<string | null>`to_char(review_on, 'YYYY-MM-DD')`.as('review_on'))
    .where('vehicle_id', '=', vehicleId)
    .executeTakeFirst();

export type PlanRow = NonNullable<Awaited<ReturnType<typeof planOf>>>;

/** Stores the plan of a vehicle. Returns false if it has changed since it was read. */
export async function keepPlan(
  trx: Transaction,
  of: { readonly vehicleId: number; readonly customerId: number },
  plan: PlanRow,
): Promise<boolean> {
  const values = { ...plan, version: plan.version + 1 };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('brake_plans')
    .values({ ...values, vehicle_id: of.vehicleId, customer_id: of.customerId })
    .onConflict((on) =>
      on.column('vehicle_id').doUpdateSet(values).where('brake_plans.version', '=', plan.version),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
