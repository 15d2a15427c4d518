import type { AnswerOf, contract, ParamsOf, QueryOf } from '@roadworthy/contract';
import type { CheckType } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type Page, pageOf } from '../../../../platform/paging.ts';
import type { Services } from '../../../../platform/services.ts';
import type { ReportFile } from '../../../../platform/tables/index.ts';
import { tableFile, wholePage } from '../../../../platform/tables/index.ts';
import { checkVisibleDepot } from '../../../core/fleet/index.ts';
import { filterOf, type RowFilter, zoneOf } from '../scope/vehicle-check-scope-filter.ts';
import { csvAddress, TOO_MANY } from './csv-address.ts';
import {
  damageColumns,
  damagedVehicleColumns,
  letterColumns,
  reportColumns,
} from './vehicle-check-lists.columns.ts';
import {
  damagedVehiclePage,
  damagePage,
  letterPage,
  reportPage,
} from './vehicle-check-lists.repository.ts';
import {
  toDamagedVehicleRow,
  toDamageRow,
  toLetterRow,
  toReportRow,
} from './vehicle-check-lists-answers.ts';

type Calls = typeof contract.vehicleCheck;
type CsvQuery = QueryOf<Calls['csv']>;
type CsvParams = ParamsOf<Calls['csv']>;
type ReportQuery = QueryOf<Calls['reports']> | QueryOf<Calls['gateChecks']>;

const csvPath = ({ report, id }: CsvParams) => `/vehicle-check/api/csv/${report}/${id}/`;

/**
 * A depot's reports, damages and letters as lists and as CSV (L-13 to L-23; ).
 */
export class DepotLists {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /** A page of the reports of one type. @throws HttpError 404 for a depot that is not visible */
  reports(
    viewer: Viewer,
    depotId: number,
    query: ReportQuery,
  ): Promise<AnswerOf<Calls['reports']>> {
    return this.#page(viewer, depotId, query, async (trx, filter, page) => {
      const of = { depotId, kind: query.type, result: query.result ?? null };
      const { count, isLimit, rows } = await reportPage(trx, of, filter, page);
      return { count, count_is_limit: isLimit, results: rows.map(toReportRow) };
    });
  }

  /** A page of the damages reported there. @throws HttpError 404 for a depot that is not visible */
  damages(
    viewer: Viewer,
    depotId: number,
    query: QueryOf<Calls['damages']>,
  ): Promise<AnswerOf<Calls['damages']>> {
    return this.#page(viewer, depotId, query, async (trx, filter, page) => {
      const of = { depotId, state: query.state ?? null };
      const { count, isLimit, rows } = await damagePage(trx, of, filter, page);
      return {
        count,
        count_is_limit: isLimit,
        results: rows.map((row) => toDamageRow(row, this.services.files)),
      };
    });
  }

  /**
   * A page of its vehicles with open damages. @throws HttpError 404 for a depot that is not visible
   */
  damagedVehicles(
    viewer: Viewer,
    depotId: number,
    query: QueryOf<Calls['damagedVehicles']>,
  ): Promise<AnswerOf<Calls['damagedVehicles']>> {
    return this.#page(viewer, depotId, query, async (trx, filter, page) => {
      const { count, isLimit, rows } = await damagedVehiclePage(trx, viewer, depotId, filter, page);
      return { count, count_is_limit: isLimit, results: rows.map(toDamagedVehicleRow) };
    });
  }

  /** A page of its notice letters. @throws HttpError 404 for a depot that is not visible */
  letters(
    viewer: Viewer,
    depotId: number,
    query: QueryOf<Calls['noticeLetters']>,
  ): Promise<AnswerOf<Calls['noticeLetters']>> {
    return this.#page(viewer, depotId, query, async (trx, filter, page) => {
      const { count, isLimit, rows } = await letterPage(trx, depotId, filter, page);
      return { count, count_is_limit: isLimit, results: rows.map(toLetterRow) };
    });
  }

  /**
   * A list of a depot as CSV, with times in the person's zone.
   *
   * @throws HttpError 404 for a depot that is not visible, 400 for an invalid range and too many
   *   rows
   */
  csv(viewer: Viewer, params: CsvParams, query: CsvQuery): Promise<ReportFile> {
    const filter = filterOf(viewer, query);
    const page = wholePage(pageOf({ ...query, page: 1, pageSize: 1 }), 'csv');
    return this.services.db.asViewer(viewer, async (trx) => {
      await checkVisibleDepot(trx, viewer, params.id);
      return this.#file(trx, viewer, params, query, { filter, page });
    });
  }

  async #file(
    trx: Transaction,
    viewer: Viewer,
    { report: type, id: depotId }: CsvParams,
    query: CsvQuery,
    { filter, page }: { readonly filter: RowFilter; readonly page: Page },
  ): Promise<ReportFile> {
    const head = {
      title: `vehicleCheck.type.${type}`,
      stem: `vehicle-check_${type.toLowerCase()}`,
      timeZone: zoneOf(viewer, query.time_zone),
      tooMany: TOO_MANY,
    } as const;
    if (type === 'DMG') {
      const of = { depotId, state: query.state ?? null };
      const { rows } = await damagePage(trx, of, filter, page);
      const shown = rows.map((row) => toDamageRow(row, this.services.files));
      return tableFile(trx, viewer, 'csv', { ...head, columns: damageColumns, rows: shown });
    }
    if (type === 'VEH') {
      const { rows } = await damagedVehiclePage(trx, viewer, depotId, filter, page);
      const shown = rows.map(toDamagedVehicleRow);
      return tableFile(trx, viewer, 'csv', {
        ...head,
        columns: damagedVehicleColumns,
        rows: shown,
      });
    }
    if (type === 'NOT') {
      const { rows } = await letterPage(trx, depotId, filter, page);
      return tableFile(trx, viewer, 'csv', {
        ...head,
        columns: letterColumns,
        rows: rows.map(toLetterRow),
      });
    }
    const kind: CheckType = type;
    const of = { depotId, kind, result: query.result ?? null };
    const { rows } = await reportPage(trx, of, filter, page);
    return tableFile(trx, viewer, 'csv', {
      ...head,
      columns: reportColumns,
      rows: rows.map(toReportRow),
    });
  }

  /** Reads a page of a visible depot's list, with the URL of the complete list as CSV. */
  async #page<T extends object>(
    viewer: Viewer,
    depotId: number,
    query: Parameters<typeof filterOf>[1] &
      Parameters<typeof pageOf>[0] & { readonly type: CsvParams['report'] },
    read: (trx: Transaction, filter: RowFilter, page: Page) => Promise<T>,
  ): Promise<T & { csv: string }> {
    const filter = filterOf(viewer, query);
    const found = await this.services.db.asViewer(viewer, async (trx) => {
      await checkVisibleDepot(trx, viewer, depotId);
      return read(trx, filter, pageOf(query));
    });
    const { type: report, ...rest } = query;
    return { ...found, csv: csvAddress(csvPath({ report, id: depotId }), rest) };
  }
}
