import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { severityOfRank, toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { pageOf } from '../../../../platform/paging.ts';
import type { Services } from '../../../../platform/services.ts';
import type { ReportFile } from '../../../../platform/tables/index.ts';
import { tableFile, wholePage } from '../../../../platform/tables/index.ts';
import { checkVisibleScope, momentOrNull, momentsOf, scopeOf } from '../../records/index.ts';
import { isOverdue } from '../defects-overdue.ts';
import { type DefectRow, defectColumns } from './defects-list.columns.ts';
import {
  type DefectFilter,
  type DefectListRow,
  defectFigures,
  defectPage,
} from './defects-list.repository.ts';

type Calls = typeof contract.defects;
type ListQuery = QueryOf<Calls['list']>;

/** @throws HttpError 400 for an end before its start */
function filterOf(viewer: Viewer, query: Omit<ListQuery, 'page' | 'pageSize'>): DefectFilter {
  const signedOff = momentsOf(viewer, {
    start_date: query.signed_off_from,
    end_date: query.signed_off_to,
  });
  return {
    ...scopeOf(query),
    ...momentsOf(viewer, query),
    signedOffStart: signedOff.start,
    signedOffEnd: signedOff.end,
    isRecent: query.recent === 'true',
    isOffRoad: query.off_road === 'true',
    severity: query.severity ?? null,
    state: query.state ?? null,
    repairer: query.repairer ?? null,
    isOverdue: query.overdue === 'true',
  };
}

function toRow(row: DefectListRow): DefectRow {
  return {
    id: row.id,
    reference_number: row.reference_number,
    vehicle: { id: row.vehicle_id, registration: row.registration },
    depot: row.depot_id === null ? null : { id: row.depot_id, name: row.depot_name ?? '' },
    state: row.state,
    severity: severityOfRank(row.severity_rank),
    finding: row.finding,
    items: row.items,
    reported_at: toApiDateTime(row.reported_at.getTime()),
    reported_by: row.reported_by,
    repairer: row.repairer,
    expected_back: momentOrNull(row.expected_back_at),
    due_at: momentOrNull(row.due_at),
    is_overdue: isOverdue(row),
    is_off_road: row.is_off_road,
    cost: Number(row.cost),
    signed_off_at: momentOrNull(row.signed_off_at),
  };
}

/** The list of defects with figures and exports. */
export class DefectList {
  constructor(private readonly services: Pick<Services, 'db'>) {}

  /**
   * @throws HttpError 400 for an end before its start, 404 for a place or vehicle that is not
   * visible
   */
  list(viewer: Viewer, query: ListQuery): Promise<AnswerOf<Calls['list']>> {
    const filter = filterOf(viewer, query);
    return this.services.db.asViewer(viewer, async (trx) => {
      await checkVisibleScope(trx, viewer, filter);
      const { count, isLimit, rows } = await defectPage(trx, viewer, filter, pageOf(query));
      return { count, count_is_limit: isLimit, results: rows.map(toRow) };
    });
  }

  /** Open, overdue and completed defects of the vehicles of a region, depot and vehicle filter. */
  figures(viewer: Viewer, query: QueryOf<Calls['figures']>): Promise<AnswerOf<Calls['figures']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const scope = scopeOf(query);
      await checkVisibleScope(trx, viewer, scope);
      return defectFigures(trx, viewer, scope);
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
      const { rows } = await defectPage(trx, viewer, filter, page);
      return tableFile(trx, viewer, format, {
        title: 'records.defects.list',
        stem: 'defects',
        rows: rows.map(toRow),
        columns: defectColumns,
      });
    });
  }
}
