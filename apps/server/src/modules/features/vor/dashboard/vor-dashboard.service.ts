import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { momentRange } from '@roadworthy/domain/time';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { makePdf } from '../../../../platform/documents/index.ts';
import { orNotFound, wrongField } from '../../../../platform/errors.ts';
import { fileById } from '../../../../platform/files/index.ts';
import { pageOf } from '../../../../platform/paging.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  displayOf,
  type ReportFile,
  readerOf,
  safeName,
  tableFile,
  wholePage,
} from '../../../../platform/tables/index.ts';
import type { RecordScope } from '../../records/index.ts';
import { recordPhotos, toTrail, trailOf, vehicleOf } from '../../records/index.ts';
import { visibleVor } from '../vor.repository.ts';
import { toVorRecord } from '../vor-json.ts';
import { vorColumns } from './vor-dashboard.columns.ts';
import {
  type VorFilter,
  vorFigures,
  vorPage,
  vorRepairers,
  vorVehicles,
} from './vor-dashboard.repository.ts';
import { vorReport } from './vor-dashboard-report.ts';
import { isNarrow, vorScope, WHOLE_SCOPE } from './vor-dashboard-scope.ts';

type Calls = typeof contract.vor;
type ListQuery = QueryOf<Calls['list']>;
type ExportQuery = QueryOf<Calls['exportList']>;

/** Bounds for a range without a start or an end. */
const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2199-12-31';

/**
 * The filter of a query; days start and end in the person's time zone (UTC if none is set).
 *
 * @throws HttpError 400 if the end is before the start
 */
function filterOf(
  viewer: Viewer,
  query: Omit<ListQuery, 'page' | 'pageSize' | 'totals'>,
): VorFilter {
  const { start_date: first, end_date: last } = query;
  if (first !== undefined && last !== undefined && last < first) {
    throw wrongField('end_date', 'validation.end_before_start');
  }
  const days = { start: first ?? FIRST_DAY, end: last ?? LAST_DAY };
  const { start, end } = momentRange(days, viewer.timeZone ?? 'UTC');
  return {
    regionId: query.region ?? null,
    depotId: query.depot ?? null,
    vehicleId: query.vehicle ?? null,
    reason: query.reason ?? null,
    repairer: query.repairer ?? null,
    state: query.state ?? null,
    counted: query.counted ?? null,
    start: first === undefined ? null : start,
    end: last === undefined ? null : end,
  };
}

/** Vehicles off the road as a list with figures, and as files (area N). */
export class VorDashboard {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /** @throws HttpError 400 if the end is before the start */
  async list(viewer: Viewer, query: ListQuery): Promise<AnswerOf<Calls['list']>> {
    const filter = filterOf(viewer, query);
    const [page, figures] = await Promise.all([
      this.services.db.asViewer(viewer, async (trx) =>
        vorPage(trx, viewer, await vorScope(trx, viewer, filter), pageOf(query), filter),
      ),
      query.totals === 'true' ? this.#figures(viewer, filter) : { totals: null, repairers: [] },
    ]);
    return {
      count: page.count,
      count_is_limit: page.isLimit,
      results: page.rows.map((row) => toVorRecord(row)),
      ...figures,
    };
  }

  /** The figures of all pages of the list. */
  figures(viewer: Viewer, query: QueryOf<Calls['figures']>): Promise<AnswerOf<Calls['figures']>> {
    const { region = null, depot = null, vehicle = null } = query;
    return this.#figures(viewer, { regionId: region, depotId: depot, vehicleId: vehicle });
  }

  /** Runs the aggregation over all open entries in parallel with the other queries. */
  async #figures(viewer: Viewer, scope: RecordScope) {
    const { db } = this.services;
    const [rest, totals] = await Promise.all([
      db.asViewer(viewer, async (trx) => {
        const visible = await vorScope(trx, viewer, scope);
        const whole = isNarrow(scope) ? await vorScope(trx, viewer, WHOLE_SCOPE) : visible;
        return {
          vehicles: await vorVehicles(trx, visible),
          repairers: await vorRepairers(trx, whole),
        };
      }),
      db.asViewer(viewer, async (trx) => vorFigures(trx, await vorScope(trx, viewer, scope))),
    ]);
    const { vehicles, repairers } = rest;
    return { totals: { vehicles, ...totals }, repairers };
  }

  /** @throws HttpError 404 if the entry does not exist or is not visible */
  read(viewer: Viewer, id: number): Promise<AnswerOf<Calls['read']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const { row, trail } = await entryOf(trx, viewer, id);
      return { ...toVorRecord(row), trail: toTrail(trail) };
    });
  }

  /**
   * Exports the filtered list, in the viewer's language, formats and time zone (UTC if none is
   * set).
   *
   * @throws HttpError 400 for invalid dates and for more rows than a file may have
   */
  file(viewer: Viewer, { format, ...query }: ExportQuery): Promise<ReportFile> {
    const filter = filterOf(viewer, query);
    const page = wholePage(pageOf({ ...query, page: 1, pageSize: 1 }), format);
    return this.services.db.asViewer(viewer, async (trx) => {
      const { rows } = await vorPage(
        trx,
        viewer,
        await vorScope(trx, viewer, filter),
        page,
        filter,
      );
      return tableFile(trx, viewer, format, {
        title: 'records.vor.list',
        stem: 'vor',
        rows: rows.map((row) => toVorRecord(row)),
        columns: vorColumns,
      });
    });
  }

  /**
   * One entry with its audit trail as a PDF.
   *
   * @throws HttpError 404 if the entry does not exist or is not visible, 503 while too many PDFs
   *   are made
   */
  async report(viewer: Viewer, id: number): Promise<ReportFile> {
    const { db, files } = this.services;
    const { entry, vehicle, trail, logo, reader } = await db.asViewer(viewer, async (trx) => {
      const found = await entryOf(trx, viewer, id);
      const of = orNotFound(await vehicleOf(trx, viewer, 'VOR', id));
      return {
        entry: toVorRecord(found.row),
        trail: found.trail,
        vehicle: of,
        logo: of.logo_file_id === null ? null : ((await fileById(trx, of.logo_file_id)) ?? null),
        reader: await readerOf(trx, viewer),
      };
    });
    const pictures = await recordPhotos(files, logo, null, []);
    const display = displayOf(viewer, reader, viewer.timeZone ?? 'UTC');
    const bytes = await makePdf(vorReport(vehicle, entry, trail, pictures.logo, display));
    const name = `vor_${safeName(vehicle.registration)}_${entry.off_road_at.slice(0, 10)}.pdf`;
    return { name, type: 'application/pdf', bytes };
  }
}

async function entryOf(trx: Transaction, viewer: Viewer, id: number) {
  const row = orNotFound(await visibleVor(trx, viewer, id));
  return { row, trail: await trailOf(trx, 'vor', id) };
}
