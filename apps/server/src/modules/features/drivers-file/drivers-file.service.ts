import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDate } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { orNotFound, wrongField } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { recordRow } from '../../../platform/resource.ts';
import type { Services } from '../../../platform/services.ts';
import { type ReportFile, tableFile, wholePage, wordsOf } from '../../../platform/tables/index.ts';
import { checkVisibleDepot, ownDriver, visibleDriver } from '../../core/fleet/index.ts';
import { changedMeanwhile } from '../records/index.ts';
import { documentsOf } from './documents/drivers-file-documents.repository.ts';
import { driverFileColumns } from './drivers-file.columns.ts';
import {
  type FileRow,
  fileOf,
  itemPage,
  updateFile,
  visibleFile,
} from './drivers-file.repository.ts';
import { toFile, toItem } from './drivers-file-json.ts';
import { refreshFiles } from './items/drivers-file-items.repository.ts';
import { driversFileSettings } from './settings/drivers-file-settings.repository.ts';

type Calls = typeof contract.driversFile;
type File = AnswerOf<Calls['driver']>;

const ONE = { limit: 1, offset: 0, orderBy: null, descending: false, search: '' } as const;

/** Today as the person sees it. */
const todayOf = (viewer: Viewer, nowMs = Date.now()) => toApiDate(nowMs, viewer.timeZone ?? 'UTC');

export const describedFile = (row: FileRow) => ({
  customerId: row.customer_id,
  subject: {
    kind: 'driver_file' as const,
    id: String(row.driver_id),
    name: `${row.first_name} ${row.surname}`,
  },
  facts: {
    born_on: row.born_on,
    exempt: row.exempt.join(', '),
    exempt_reason: row.exempt_reason,
    agency: row.agency,
    engaged_until: row.engaged_until,
  },
});

/** Works out changed files. @throws HttpError 404 for a driver or depot that is not visible */
async function prepare(
  trx: Transaction,
  viewer: Viewer,
  { driver, depot }: Pick<QueryOf<Calls['list']>, 'driver' | 'depot'>,
): Promise<void> {
  if (driver !== undefined) await visibleDriver(trx, viewer, driver);
  if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
  await refreshFiles(trx, viewer.customerId);
}

/** What the files of drivers must have, and the file of one driver. */
export class DriversFileService {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /**
   * @param nowMs decides which day is today in the person's time zone
   * @throws HttpError 404 for a driver or depot that is not visible
   */
  async list(
    viewer: Viewer,
    query: QueryOf<Calls['list']>,
    nowMs?: number,
  ): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.services.db.asViewer(viewer, async (trx) => {
      await prepare(trx, viewer, query);
      return itemPage(trx, viewer, query, pageOf(query), todayOf(viewer, nowMs));
    });
    return { count, results: rows.map(toItem) };
  }

  /** @throws HttpError as {@link list}, 400 if there are more rows than a file may have */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    return this.services.db.asViewer(viewer, async (trx) => {
      await prepare(trx, viewer, query);
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await itemPage(trx, viewer, query, page, todayOf(viewer));
      return tableFile(trx, viewer, query.format, {
        title: 'driversFile.title',
        stem: 'drivers-file',
        rows,
        columns: (display) => driverFileColumns((key) => wordsOf(display, key)),
      });
    });
  }

  /** @throws HttpError 404 if it does not exist, or its driver is not visible or archived */
  item(viewer: Viewer, id: number): Promise<AnswerOf<Calls['read']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const { rows } = await itemPage(trx, viewer, { id }, ONE, todayOf(viewer));
      return toItem(orNotFound(rows[0]));
    });
  }

  /** @throws HttpError 404 if the driver is not visible */
  driver(viewer: Viewer, driverId: number): Promise<File> {
    return this.services.db.asViewer(viewer, async (trx) =>
      this.#answer(trx, viewer, orNotFound(await visibleFile(trx, viewer, driverId))),
    );
  }

  /** The file of the driver who is signed in, without what others wrote about it; nothing without a driver. */
  own(viewer: Viewer): Promise<AnswerOf<Calls['own']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const driver = await ownDriver(trx, viewer);
      const row = driver === null ? undefined : await fileOf(trx, driver.id);
      if (row === undefined) {
        return { driver, items: [], documents: [], points: 0, training_hours: 0, classes: [] };
      }
      const { classes, documents, items, points, training_hours } = await this.#answer(
        trx,
        viewer,
        row,
      );
      return {
        driver,
        items,
        documents: documents.map(
          ({ created_at: _a, created_by: _b, checked: _c, note: _n, version: _v, ...one }) => one,
        ),
        points,
        training_hours,
        classes,
      };
    });
  }

  /**
   * @throws HttpError 404 if the driver is not visible, 400 on the field for an exemption without reason or
   *   a date of birth in the future, 409 if the file has changed since it was read
   */
  changeDriver(
    viewer: Viewer,
    driverId: number,
    body: BodyOf<Calls['changeDriver']>,
  ): Promise<File> {
    const { born_on, version } = body;
    const exempt = [...new Set(body.exempt)];
    if (exempt.length > 0 && body.exempt_reason === '') {
      throw wrongField('exempt_reason', 'driver_file.reason_required');
    }
    if (born_on !== null && born_on >= todayOf(viewer)) {
      throw wrongField('born_on', 'driver_file.in_future');
    }
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = orNotFound(await visibleFile(trx, viewer, driverId));
      const values = {
        born_on,
        engaged_until: body.engaged_until === undefined ? before.engaged_until : body.engaged_until,
        exempt,
        exempt_reason: exempt.length > 0 ? body.exempt_reason : '',
      };
      const changed = await updateFile(trx, { driver_id: driverId, version }, values);
      if (!changed) throw changedMeanwhile();
      const after = orNotFound(await visibleFile(trx, viewer, driverId));
      await recordRow(trx, viewer, describedFile, before, after);
      return this.#answer(trx, viewer, after);
    });
  }

  async #answer(trx: Transaction, viewer: Viewer, row: FileRow): Promise<File> {
    const documents = await documentsOf(trx, [row.driver_id]);
    const settings = await driversFileSettings(trx, row.customer_id);
    return toFile(this.services.files, row, documents, settings, todayOf(viewer));
  }
}
