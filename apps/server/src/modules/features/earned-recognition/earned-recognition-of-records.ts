import type { Measure } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { maintenanceCases } from './earned-recognition-cases.ts';

/** The records of one vehicle that figures may count. */
export interface CountedRecords {
  readonly vehicleId: number;
  readonly defectIds: readonly number[];
  readonly inspectionIds: readonly number[];
}

/** How a figure counts a record. */
export interface RecordFigure {
  readonly measure: Measure;
  readonly kind: 'defect' | 'inspection';
  readonly id: number;
  readonly reference_number: string;
  readonly at: Date;
  readonly is_passed: boolean;
}

const ALWAYS = { start: new Date(0), end: new Date('9999-01-01') };

/** The figures M1, M2 and M4 of records, by the rules of the screen. The caller has checked the vehicle. */
export async function figuresOfRecords(
  trx: Transaction,
  viewer: Viewer,
  { defectIds, inspectionIds, vehicleId }: CountedRecords,
): Promise<readonly RecordFigure[]> {
  const cases = (['M1', 'M2', 'M4'] as const).map((measure) =>
    maintenanceCases(viewer, measure, ALWAYS),
  );
  const { rows } = await sql<RecordFigure>`with sight as (select ${vehicleId}::int as id)
    select c.measure, c.kind, c.id, c.reference_number, c.at, cardinality(c.lacks) = 0 as is_passed
    from (${sql.join(cases, sql` union all `)}) c
    where (c.kind = 'defect' and c.id = any(${[...defectIds]}::int[]))
      or (c.kind = 'inspection' and c.id = any(${[...inspectionIds]}::int[]))
    order by c.measure, c.id`.execute(trx);
  return rows;
}
