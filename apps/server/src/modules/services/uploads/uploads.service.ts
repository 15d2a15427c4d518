import type { AnswerOf, contract, FieldsOf, QueryOf } from '@roadworthy/contract';
import { actorOf, recordChange } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, notFound, wrongField } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import type { ReportFile } from '../../../platform/tables/index.ts';
import { languageOf, textOf } from '../../../platform/texts.ts';
import { refusingTaken } from '../../core/customers/index.ts';
import { Matcher } from './matching/uploads-matching-matcher.ts';
import { FileFault } from './reading/file-fault.ts';
import { tableRows } from './reading/uploads-reading-table.ts';
import { UPLOAD_JOB, type UploadJobData } from './running/uploads-running.job.ts';
import { BATCH_ROWS, countsOf, workThrough } from './running/uploads-running-batch.ts';
import { leaveOut } from './running/uploads-running-missing.ts';
import { uploadCustomer } from './upload-customer.ts';
import { toUploadJob, type UploadJob } from './upload-json.ts';
import {
  addCounts,
  askToCancel,
  endRows,
  firstErrors,
  moveOn,
  rowsToDo,
  type UploadRow,
  uploadById,
  uploadOfRequest,
  uploadPage,
} from './uploads.repository.ts';
import { openTable, receiveUpload, type WantedUpload } from './uploads-receiving.ts';
import { resultFile } from './uploads-result.ts';
import { afterWeekend } from './uploads-weekend.ts';

type Calls = typeof contract.uploads;

/** Errors that an answer names: of one upload, and of each in a list. */
const MANY_ERRORS = 1000;
const FEW_ERRORS = 3;

const PLAIN_CHOICES = {
  create: true,
  update: true,
  remove_missing: false,
  all_or_nothing: false,
} as const;

/** A file that was received into a file of this machine. */
export interface ReceivedTable {
  readonly path: string;
  readonly fileName: string;
}

/** Turns what is wrong with a file into an error beside its field. */
export async function refusingFaults<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw wrongField('file', { code: error.key, params: error.values });
  }
}

/** Uploads of vehicles (area Q, RP-31). */
export class UploadsService {
  constructor(private readonly services: Pick<Services, 'db' | 'jobs'>) {}

  /** The uploads in sight, newest first. */
  list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const { count, rows } = await uploadPage(trx, viewer, pageOf({ ...query, search: '' }));
      const ids = rows.map(({ id }) => id);
      const errors = await firstErrors(trx, ids, FEW_ERRORS);
      const of = (id: number) => errors.filter(({ upload_id: upload }) => upload === id);
      return { count, results: rows.map((row) => toUploadJob(row, of(row.id))) };
    });
  }

  /** @throws HttpError 404 for an unknown upload and for one out of sight */
  read(viewer: Viewer, id: number): Promise<UploadJob> {
    return this.services.db.asViewer(viewer, (trx) => this.#answer(trx, viewer, id));
  }

  async #answer(trx: Transaction, viewer: Viewer, id: number): Promise<UploadJob> {
    const upload = await uploadById(trx, viewer, id);
    if (upload === undefined) throw notFound();
    return toUploadJob(upload, await firstErrors(trx, [id], MANY_ERRORS));
  }

  /**
   * Takes a file in: to look at it at once, or to be worked through by a job. The same request again makes
   * no second upload.
   *
   * @param file null where none came
   * @throws HttpError 400 with the fields that are wrong
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
      // Before a connection is taken: a spreadsheet is read whole for its first row.
      const table = await refusingFaults(openTable(rows));
      const work = this.services.db.asViewer(viewer, (trx) =>
        receiveUpload(trx, viewer, wanted, table),
      );
      return await refusingTaken(refusingFaults(work), () => {
        throw conflict('upload.receiving');
      });
    } finally {
      await rows.return(undefined);
    }
  }

  /** Looks at every row, and says which vehicles the file leaves out; nothing is written. */
  async #check(viewer: Viewer, id: number, hasRegistration: boolean): Promise<void> {
    const { db } = this.services;
    const upload = await db.asViewer(viewer, (trx) => uploadById(trx, viewer, id));
    if (upload === undefined) throw notFound();
    if (hasRegistration) await this.#checkRows(viewer, upload);
    await db.asViewer(viewer, (trx) =>
      hasRegistration
        ? moveOn(trx, id, ['checking'], 'done')
        : moveOn(
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
        const rows = await rowsToDo(trx, id, 0, BATCH_ROWS);
        const what = { customerId, isCheck: true };
        const { ended } = await workThrough(trx, viewer, what, matcher, rows);
        await endRows(trx, id, ended);
        await addCounts(trx, id, countsOf(ended));
        return rows.length === BATCH_ROWS;
      });
    }
    for (let afterId: number | null = choices.remove_missing ? 0 : null; afterId !== null; ) {
      const from = afterId;
      const left = await db.asViewer(viewer, (trx) => leaveOut(trx, viewer, upload, from));
      afterId = left?.lastId ?? null;
    }
  }

  /**
   * Ends an upload: one that waits at once, one that is worked through after the rows at hand.
   *
   * @throws HttpError 404 for one out of sight, 409 for one that has ended
   */
  cancel(viewer: Viewer, id: number): Promise<UploadJob> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const upload = await uploadById(trx, viewer, id);
      if (upload === undefined) throw notFound();
      if (upload.finished_at !== null) throw conflict('upload.ended');
      await askToCancel(trx, id);
      await moveOn(trx, id, ['waiting'], 'cancelled');
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
   * What became of each row, as a file.
   *
   * @throws HttpError 404 for an upload out of sight
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
  const { columns, ...choices } = uploadChoices ?? { ...PLAIN_CHOICES, columns: undefined };
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
