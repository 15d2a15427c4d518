import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { SurveyItem, Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { depotIsVisible } from '../../../core/fleet/index.ts';
import { pageOfRows } from '../scope/vehicle-check-scope.repository.ts';
import type { RowFilter } from '../scope/vehicle-check-scope-filter.ts';

/** An audit survey as stored. */
export interface SurveyRow {
  readonly id: number;
  readonly customer_id: number;
  readonly customer: string;
  readonly logo_file_id: string | null;
  readonly reference_number: string;
  readonly surveyed_at: Date;
  readonly depot_id: number;
  readonly depot: string;
  readonly vehicle_id: number | null;
  readonly registration: string | null;
  readonly auditor: string;
  readonly score: number | null;
  readonly items: SurveyItem[];
  readonly note: string;
}

const COLUMNS = sql`r.id, r.customer_id, c.name as customer, c.logo_file_id, r.reference_number,
  r.surveyed_at, r.depot_id, g.name as depot, r.vehicle_id, v.registration, r.auditor, r.score,
  r.items, r.note`;
const FROM = sql`audit_surveys r join depots g on g.id = r.depot_id
  join customers c on c.id = r.customer_id left join vehicles v on v.id = r.vehicle_id`;

/** A page of the surveys of visible depots, the newest first. */
export function surveyPage(
  trx: Transaction,
  viewer: Viewer,
  of: RowFilter & { readonly depotId: number | null; readonly regionId: number | null },
  page: Page,
) {
  const where: RawBuilder<unknown>[] = [depotIsVisible(viewer)];
  if (of.depotId !== null) where.push(sql`r.depot_id = ${of.depotId}`);
  if (of.regionId !== null) where.push(sql`g.region_id = ${of.regionId}`);
  if (of.vehicleId !== null) where.push(sql`r.vehicle_id = ${of.vehicleId}`);
  if (of.start !== null) where.push(sql`r.surveyed_at >= ${of.start}`);
  if (of.end !== null) where.push(sql`r.surveyed_at < ${of.end}`);
  if (of.search !== '') {
    const like = containsPattern(of.search);
    where.push(sql`(v.registration ilike ${like} or r.auditor ilike ${like}
      or g.name ilike ${like} or r.reference_number ilike ${like})`);
  }
  return pageOfRows<SurveyRow>(
    trx,
    {
      columns: COLUMNS,
      from: FROM,
      key: sql`r.id`,
      where,
      orders: {
        date: sql`r.surveyed_at`,
        depot: sql`lower(g.name)`,
        registration: sql`v.registration`,
        auditor: sql`lower(r.auditor)`,
        score: sql`r.score`,
      },
      sparse: ['registration', 'score'],
      own: sql`r.surveyed_at desc`,
      last: sql`r.id desc`,
    },
    page,
  );
}

/** Surveys of visible depots, by id. */
export async function visibleSurveys(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<SurveyRow[]> {
  const { rows } = await sql<SurveyRow>`select ${COLUMNS} from ${FROM}
    where r.id = any(${[...ids]}::int[]) and ${depotIsVisible(viewer)} order by r.id`.execute(trx);
  return rows;
}

/** Stores a survey; its number is its id. Returns the id. */
export async function insertSurvey(
  trx: Transaction,
  survey: {
    readonly customerId: number;
    readonly depotId: number;
    readonly vehicleId: number | null;
    readonly surveyedAt: Date;
    readonly auditorId: number;
    readonly auditor: string;
    readonly items: readonly SurveyItem[];
    readonly score: number | null;
    readonly note: string;
  },
): Promise<{ id: number; reference_number: string }> {
  return trx
    .insertInto('audit_surveys')
    .values({
      customer_id: survey.customerId,
      depot_id: survey.depotId,
      vehicle_id: survey.vehicleId,
      surveyed_at: survey.surveyedAt,
      auditor_id: survey.auditorId,
      auditor: survey.auditor,
      items: JSON.stringify(survey.items),
      score: survey.score,
      note: survey.note,
    })
    .returning(['id', 'reference_number'])
    .executeTakeFirstOrThrow();
}

/** Removes surveys. */
export async function deleteSurveys(trx: Transaction, ids: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('audit_surveys')
    .where('id', 'in', [...ids])
    .execute();
}
