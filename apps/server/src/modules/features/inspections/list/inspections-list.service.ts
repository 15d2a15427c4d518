import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { INSPECTION_CODES, toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { pageOf } from '../../../../platform/paging.ts';
import type { Services } from '../../../../platform/services.ts';
import type { ReportFile } from '../../../../platform/tables/index.ts';
import { tableFile, wholePage } from '../../../../platform/tables/index.ts';
import { checkVisibleScope, momentsOf, scopeOf } from '../../records/index.ts';
import { type InspectionRow, inspectionColumns } from './inspections-list.columns.ts';
import {
  type InspectionFilter,
  type InspectionListRow,
  inspectionFigures,
  inspectionPage,
} from './inspections-list.repository.ts';

type Calls = typeof contract.inspections;
type ListQuery = QueryOf<Calls['list']>;

/** @throws HttpError 400 for an end before its start */
function filterOf(viewer: Viewer, query: Omit<ListQuery, 'page' | 'pageSize'>): InspectionFilter {
  return {
    ...scopeOf(query),
    ...momentsOf(viewer, query),
    status: query.status ?? null,
    isRoadworthy: query.result === undefined ? null : query.result === 'roadworthy',
    brakes: query.brakes ?? null,
    tyres: query.tyres ?? null,
    due: query.due ?? null,
    isRecent: query.recent === 'true',
  };
}

function toRow(row: InspectionListRow): InspectionRow {
  return {
    id: row.id,
    reference_number: row.reference_number,
    vehicle: { id: row.vehicle_id, registration: row.registration },
    depot: row.depot_id === null ? null : { id: row.depot_id, name: row.depot_name ?? '' },
    status: INSPECTION_CODES.find((code) => code === row.status) ?? '12',
    inspected_at: toApiDateTime(row.inspected_at.getTime()),
    inspector: row.inspector,
    is_roadworthy: row.is_roadworthy,
    defects: row.defects,
    brakes: row.brake_result,
    brake_service: row.brake_service_pct,
    brake_secondary: row.brake_secondary_pct,
    brake_parking: row.brake_parking_pct,
    tyres: row.tyre_result,
    least_tread: row.least_tread_mm,
    next_due: row.next_due,
    is_next_overdue: row.is_next_overdue,
  };
}

/** The list of safety inspections with figures and exports. */
export class InspectionList {
  constructor(private readonly services: Pick<Services, 'db'>) {}

  /**
   * @throws HttpError 400 for an end before its start, 404 for a place or vehicle that is not
   * visible
   */
  list(viewer: Viewer, query: ListQuery): Promise<AnswerOf<Calls['list']>> {
    const filter = filterOf(viewer, query);
    return this.services.db.asViewer(viewer, async (trx) => {
      await checkVisibleScope(trx, viewer, filter);
      const { count, isLimit, rows } = await inspectionPage(trx, viewer, filter, pageOf(query));
      return { count, count_is_limit: isLimit, results: rows.map(toRow) };
    });
  }

  /**
   * Due, completed and pending inspections of the vehicles of a region, depot and vehicle filter.
   */
  figures(viewer: Viewer, query: QueryOf<Calls['figures']>): Promise<AnswerOf<Calls['figures']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const scope = scopeOf(query);
      await checkVisibleScope(trx, viewer, scope);
      return inspectionFigures(trx, viewer, scope);
    });
  }

  /**
   * Exports the filtered list.
   *
   * @throws HttpError 400 for invalid dates and for more rows than a file may have
   */
  file(viewer: Viewer, { format, ...query }: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    const filter = filterOf(viewer, query);
    const page = wholePage(pageOf({ ...query, page: 1, pageSize: 1 }), format);
    return this.services.db.asViewer(viewer, async (trx) => {
      await checkVisibleScope(trx, viewer, filter);
      const { rows } = await inspectionPage(trx, viewer, filter, page);
      return tableFile(trx, viewer, format, {
        title: 'records.inspections.list',
        stem: 'inspections',
        rows: rows.map(toRow),
        columns: inspectionColumns,
      });
    });
  }
}
