import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { momentRange } from '@roadworthy/domain/time';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { notFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import type { Services } from '../../../../platform/services.ts';
import type { ReportFile } from '../../../../platform/tables/index.ts';
import { tableFile, wholePage } from '../../../../platform/tables/index.ts';
import { visibleVehicle } from '../../../core/fleet/index.ts';
import { checkVisibleScope, momentsOf, scopeOf } from '../../records/index.ts';
import { settingsRow } from '../settings/work-orders-settings.repository.ts';
import { approvalLimit } from '../work-orders.repository.ts';
import { type ListedOrder, toListed } from '../work-orders-json.ts';
import { workOrderColumns } from './work-orders-list.columns.ts';
import {
  boardOrders,
  costsByMonth,
  type OrderFilter,
  type OrderListRow,
  orderFigures,
  orderPage,
  vehicleOfSource,
} from './work-orders-list.repository.ts';

type Calls = typeof contract.workOrders;
type ListQuery = QueryOf<Calls['list']>;

const MAX_BOARD_DAYS = 14;
const DAY_MS = 86_400_000;

const toRow = (row: OrderListRow): ListedOrder => ({
  ...toListed(row),
  depot: row.depot_id === null ? null : { id: row.depot_id, name: row.depot_name ?? '' },
});

/**
 * The filter of a query. A list of one source is limited to its vehicle, so that it reads few rows.
 *
 * @throws HttpError 400 for an end before its start, 404 for what is not visible
 */
async function filterOf(
  trx: Transaction,
  viewer: Viewer,
  query: Omit<ListQuery, 'page' | 'pageSize'>,
): Promise<OrderFilter> {
  const sources = {
    defectId: query.defect ?? null,
    inspectionId: query.inspection ?? null,
    scheduleId: query.schedule ?? null,
  };
  const scope = scopeOf(query);
  const isOfSource = Object.values(sources).some((id) => id !== null);
  const vehicleId = isOfSource ? await vehicleOfSource(trx, sources) : scope.vehicleId;
  if (isOfSource && vehicleId === null) throw notFound();
  const filter = {
    ...scope,
    ...sources,
    vehicleId,
    ...momentsOf(viewer, query),
    state: query.state ?? null,
    place: query.place ?? null,
    repairer: query.repairer ?? null,
    isOverdue: query.overdue === 'true',
    toApprove: query.to_approve === 'true' ? await approvalLimit(trx, viewer) : undefined,
    hasWarranty: query.warranty === 'true',
  };
  await checkVisibleScope(trx, viewer, filter);
  return filter;
}

/** The list of work orders with figures and exports, the board of the workshop, and costs. */
export class WorkOrderList {
  constructor(private readonly services: Pick<Services, 'db'>) {}

  /** @throws HttpError 400 for an end before its start, 404 for what is not visible */
  list(viewer: Viewer, query: ListQuery): Promise<AnswerOf<Calls['list']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const filter = await filterOf(trx, viewer, query);
      const { count, isLimit, rows } = await orderPage(trx, viewer, filter, pageOf(query));
      return { count, count_is_limit: isLimit, results: rows.map(toRow) };
    });
  }

  /** Open orders of the vehicles of a region, depot and vehicle filter. */
  figures(viewer: Viewer, query: QueryOf<Calls['figures']>): Promise<AnswerOf<Calls['figures']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const scope = scopeOf(query);
      await checkVisibleScope(trx, viewer, scope);
      return orderFigures(trx, viewer, scope, await approvalLimit(trx, viewer));
    });
  }

  /**
   * Exports the filtered list.
   *
   * @throws HttpError 400 for invalid dates and for more rows than a file may have
   */
  file(viewer: Viewer, { format, ...query }: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    const page = wholePage(pageOf({ ...query, page: 1, pageSize: 1 }), format);
    return this.services.db.asViewer(viewer, async (trx) => {
      const { rows } = await orderPage(trx, viewer, await filterOf(trx, viewer, query), page);
      return tableFile(trx, viewer, format, {
        title: 'workOrder.list',
        stem: 'work-orders',
        rows: rows.map(toRow),
        columns: workOrderColumns,
      });
    });
  }

  /** @throws HttpError 400 for more than 14 days, 404 for a depot that is not visible */
  board(viewer: Viewer, query: QueryOf<Calls['board']>): Promise<AnswerOf<Calls['board']>> {
    const { start_date: start, end_date: end, depot } = query;
    const days = 1 + (Date.parse(end) - Date.parse(start)) / DAY_MS;
    if (days < 1) throw wrongField('end_date', 'validation.end_before_start');
    if (days > MAX_BOARD_DAYS) throw wrongField('end_date', 'work_order.board_too_long');
    const between = momentRange({ start, end }, viewer.timeZone ?? 'UTC');
    return this.services.db.asViewer(viewer, async (trx) => {
      const scope = scopeOf({ depot });
      await checkVisibleScope(trx, viewer, scope);
      const settings = await settingsRow(trx, viewer.customerId);
      return {
        bays: settings?.bays ?? [],
        planned: (await boardOrders(trx, viewer, scope, between)).map(toRow),
        unplanned: (await boardOrders(trx, viewer, scope, null)).map(toRow),
      };
    });
  }

  /** @throws HttpError 404 for a vehicle that is not visible */
  costs(viewer: Viewer, vehicleId: number): Promise<AnswerOf<Calls['costs']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      await visibleVehicle(trx, viewer, vehicleId);
      return { months: await costsByMonth(trx, vehicleId, viewer.timeZone ?? 'UTC') };
    });
  }
}
