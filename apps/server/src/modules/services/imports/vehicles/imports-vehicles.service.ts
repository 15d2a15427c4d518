import type { AnswerOf, contract, FieldsOf, QueryOf } from '@roadworthy/contract';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, notFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import type { Services } from '../../../../platform/services.ts';
import type { ReportFile } from '../../../../platform/tables/index.ts';
import { languageOf, textOf } from '../../../../platform/texts.ts';
import { refusingTaken } from '../../../core/customers/index.ts';
import type { ReceivedTable } from '../imports-form.routes.ts';
import { refusingFileErrors } from '../reading/file-error.ts';
import { tableRows } from '../reading/imports-reading-table.ts';
import {
  addCounts,
  changeState,
  endRows,
  firstErrors,
  pendingRows,
  requestCancel,
  type UploadRow,
  uploadById,
  uploadOfRequest,
  uploadPage,
} from './imports-vehicles.repository.ts';
import { openTable, receiveUpload, type WantedUpload } from './imports-vehicles-receiving.ts';
import { resultFile } from './imports-vehicles-result.ts';
import { afterWeekend } from './imports-vehicles-weekend.ts';
import { Matcher } from './matching/imports-vehicles-matching-matcher.ts';
import { UPLOAD_JOB, type UploadJobData } from './running/imports-vehicles-running.job.ts';
import { BATCH_ROWS, countsOf, processRows } from './running/imports-vehicles-running-batch.ts';
import { archiveMissing } from './running/imports-vehicles-running-missing.ts';
import { uploadCustomer } from './upload-customer.ts';
import { toUploadJob, type UploadJob } from './upload-json.ts';

type Calls = typeof contract.imports;

/** Maximum number of errors in an answer: of one upload, and of each upload in a list. */
const MANY_ERRORS = 1000;
const FEW_ERRORS = 3;

const DEFAULT_CHOICES = {
  create: true,
  update: true,
  remove_missing: false,
  all_or_nothing: false,
} as const;

/** Uploads of vehicles (area Q, RP-31). */
export class UploadsService {
  constructor(private readonly services: Pick<Services, 'db' | 'jobs'>) {}

  /** The visible uploads, newest first. */
  list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const { count, rows } = await uploadPage(trx, viewer, pageOf({ ...query, search: '' }));
      const ids = rows.map(({ id }) => id);
      const errors = await firstErrors(trx, ids, FEW_ERRORS);
      const of = (id: number) => errors.filter(({ upload_id: upload }) => upload === id);
      return { count, results: rows.map((row) => toUploadJob(row, of(row.id))) };
    });
  }

  /** @throws HttpError 404 if the upload does not exist or is not visible */
  read(viewer: Viewer, id: number): Promise<UploadJob> {
    return this.services.db.asViewer(viewer, (trx) => this.#answer(trx, viewer, id));
  }

  async #answer(trx: Transaction, viewer: Viewer, id: number): Promise<UploadJob> {
    const upload = await uploadById(trx, viewer, id);
    if (upload === undefined) throw notFound();
    return toUploadJob(upload, await firstErrors(trx, [id], MANY_ERRORS));
  }

  /**
   * Receives a file: to check it at once, or to process it in a job. The same request again creates
   * no second upload.
   *
   * @param file null if none was sent
   * @throws HttpError 400 with the invalid fields
   */
  async upload(
    viewer: Viewer,
    fields: FieldsOf<Calls['vehicles']>,
    file: ReceivedTable | null,
    requestKey: string | null,
  ): Promise<UploadJob> {
    const { db, jobs } = this.services;
    const { customerId, earlier } = await db.asViewer(viewer, async (trx) => ({
      customerId: await uploadCustomer(trx, viewer, fields.customer_id),
      earlier:
        requestKey === null ? undefined : await uploadOfRequest(trx, viewer.userId, requestKey),
    }));
    if (earlier !== undefined) return this.read(viewer, earlier);
    if (file === null) throw wrongField('file', 'validation.required');
    const wanted = wantedOf(viewer, customerId, fields, file.fileName, requestKey);
    const { id, hasRegistration } = await this.#receive(viewer, file.path, wanted);
    if (wanted.isCheck) await this.#check(viewer, id, hasRegistration);
    else if (wanted.runAt === null) await jobs.send<UploadJobData>(UPLOAD_JOB, { uploadId: id });
    return this.read(viewer, id);
  }

  async #receive(viewer: Viewer, path: string, wanted: WantedUpload) {
    const rows = tableRows(path);
    try {
      // Before opening a transaction: the first row of a spreadsheet requires reading all of it.
      const table = await refusingFileErrors(openTable(rows));
      const work = this.services.db.asViewer(viewer, (trx) =>
        receiveUpload(trx, viewer, wanted, table),
      );
      return await refusingTaken(refusingFileErrors(work), () => {
        throw conflict('upload.receiving');
      });
    } finally {
      await rows.return(undefined);
    }
  }

  /** Checks all rows, and lists the vehicles that the file leaves out; writes no vehicle. */
  async #check(viewer: Viewer, id: number, hasRegistration: boolean): Promise<void> {
    const { db } = this.services;
    const upload = await db.asViewer(viewer, (trx) => uploadById(trx, viewer, id));
    if (upload === undefined) throw notFound();
    if (hasRegistration) await this.#checkRows(viewer, upload);
    await db.asViewer(viewer, (trx) =>
      hasRegistration
        ? changeState(trx, id, ['checking'], 'done')
        : changeState(
            trx,
            id,
            ['checking'],
            'failed',
            textOf(languageOf(viewer.language), 'upload.file.noRegistration'),
          ),
    );
  }

  async #checkRows(viewer: Viewer, upload: UploadRow): Promise<void> {
    const { db } = this.services;
    const { id, customer_id: customerId, choices } = upload;
    const matcher = await db.asViewer(viewer, (trx) =>
      Matcher.open(trx, viewer, customerId, choices),
    );
    for (let isMore = true; isMore; ) {
      isMore = await db.asViewer(viewer, async (trx) => {
        const rows = await pendingRows(trx, id, 0, BATCH_ROWS);
        const what = { customerId, isCheck: true };
        const { ended } = await processRows(trx, viewer, what, matcher, rows);
        await endRows(trx, id, ended);
        await addCounts(trx, id, countsOf(ended));
        return rows.length === BATCH_ROWS;
      });
    }
    for (let afterId: number | null = choices.remove_missing ? 0 : null; afterId !== null; ) {
      const from = afterId;
      const left = await db.asViewer(viewer, (trx) => archiveMissing(trx, viewer, upload, from));
      afterId = left?.lastId ?? null;
    }
  }

  /**
   * Cancels an upload: a waiting one at once, a running one after the current batch.
   *
   * @throws HttpError 404 if it is not visible, 409 if it has ended
   */
  cancel(viewer: Viewer, id: number): Promise<UploadJob> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const upload = await uploadById(trx, viewer, id);
      if (upload === undefined) throw notFound();
      if (upload.finished_at !== null) throw conflict('upload.ended');
      await requestCancel(trx, id);
      await changeState(trx, id, ['waiting'], 'cancelled');
      await recordChange(trx, {
        customerId: upload.customer_id,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'upload', id: String(id), name: upload.file_name },
        action: 'changed',
        before: { cancelled: false },
        after: { cancelled: true },
      });
      return this.#answer(trx, viewer, id);
    });
  }

  /**
   * Exports the outcome of each row.
   *
   * @throws HttpError 404 if the upload is not visible
   */
  result(viewer: Viewer, id: number, query: QueryOf<Calls['result']>): Promise<ReportFile> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const upload = await uploadById(trx, viewer, id);
      if (upload === undefined) throw notFound();
      return resultFile(trx, viewer, upload, query);
    });
  }
}

function wantedOf(
  viewer: Viewer,
  customerId: number,
  {
    uploadChoices,
    verifyUpload,
    email,
    run_on_weekend: runsOnWeekend,
  }: FieldsOf<Calls['vehicles']>,
  fileName: string,
  requestKey: string | null,
): WantedUpload {
  const { columns, ...choices } = uploadChoices ?? { ...DEFAULT_CHOICES, columns: undefined };
  const zone = viewer.timeZone ?? 'UTC';
  const runAtMs = verifyUpload || runsOnWeekend ? null : afterWeekend(Date.now(), zone);
  return {
    customerId,
    fileName,
    isCheck: verifyUpload,
    choices,
    columns,
    email: email ?? null,
    runsOnWeekend,
    runAt: runAtMs === null ? null : new Date(runAtMs),
    requestKey,
  };
}
