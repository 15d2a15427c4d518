import type { BodyOf, contract } from '@roadworthy/contract';
import { actorOf, recordChange } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, wrongField } from '../../../platform/errors.ts';
import { endFiles, type FileRow, storeFile } from '../../../platform/files/index.ts';
import type { Investigation } from './investigation-json.ts';
import {
  answersOf,
  completeInvestigation,
  type InvestigationRow,
  lockActivity,
  saveAnswers,
  touchInvestigation,
} from './investigations.repository.ts';
import {
  type InvestigationPath,
  type InvestigationServices,
  type InvestigationsService,
  investigationFor,
  refuseCompleted,
  subjectOf,
} from './investigations.service.ts';
import {
  type AcceptedAnswer,
  type Answered,
  acceptAnswers,
  refuseIncomplete,
} from './investigations-answers.ts';
import { storeAttachment, storeSignature } from './investigations-attachments.ts';
import { questionsOf } from './templates/investigations-templates.repository.ts';

export type AnsweringBody = BodyOf<typeof contract.investigations.update>;

const CHANGED = 'investigation.changed';

/** A request checked against the current investigation. */
interface Prepared {
  readonly row: InvestigationRow;
  readonly accepted: readonly AcceptedAnswer[];
}

/** Stored files of a request that have no row yet. */
interface Stored {
  /** By the position of the answer in the request. */
  readonly attachments: ReadonlyMap<number, FileRow>;
  readonly signature: FileRow | null;
}

const allOf = ({ attachments, signature }: Stored): FileRow[] => [
  ...attachments.values(),
  ...(signature === null ? [] : [signature]),
];

/** Refuses an invalid signature before any file is stored (requirements I-29, P-134). */
function refuseSignature({ status, signoff_signature: signature }: AnsweringBody): void {
  const field = 'signoff_signature';
  if (signature === '') return;
  if (status !== 'COMPLETE') {
    throw wrongField(field, 'investigation.signature_completes');
  }
  if (!signature.startsWith('data:image/png;')) {
    throw wrongField(field, 'investigation.signature_png');
  }
}

/** Old and new answers by question, for the audit log. */
function auditValues(accepted: readonly AcceptedAnswer[], stored: Stored) {
  const before: Record<string, string | null> = {};
  const after: Record<string, string | null> = {};
  for (const { question, before: known, answer, index, isRemoved } of accepted) {
    const file = stored.attachments.get(index)?.name;
    before[question.question] = known?.file_name ?? known?.answer ?? null;
    after[question.question] = file ?? (isRemoved ? null : (known?.file_name ?? answer));
  }
  return { before, after };
}

/** Saves answers and signs off investigations (R-173, requirements I-29 to I-48). */
export class AnsweringService {
  constructor(
    private readonly services: InvestigationServices,
    private readonly investigations: InvestigationsService,
  ) {}

  /**
   * Saves answers atomically. The status COMPLETE needs all required answers and a signature, and
   * completes the investigation.
   *
   * @throws HttpError 400 with the invalid or missing fields, 404 if it is not visible, 409 if
   *   another person has completed or changed it, 413 for a file that is too large
   */
  async update(
    viewer: Viewer,
    path: InvestigationPath,
    body: AnsweringBody,
  ): Promise<Investigation> {
    const { db, files, bus } = this.services;
    const prepared = await db.asViewer(viewer, (trx) => this.#prepare(trx, viewer, path, body));
    const stored = await this.#store(prepared, body);
    try {
      const saved = await db.asViewer(viewer, (trx) => this.#keep(trx, viewer, path, body, stored));
      bus.publish('activities.changed', { customerId: prepared.row.customer_id });
      return saved;
    } catch (error) {
      await files.discard(allOf(stored));
      throw error;
    }
  }

  async #prepare(
    trx: Transaction,
    viewer: Viewer,
    path: InvestigationPath,
    body: AnsweringBody,
  ): Promise<Prepared> {
    // Read the answers before the investigation: if another person completes it in between, the
    // error names that person.
    const answers = await answersOf(trx, [path.investigationId]);
    const row = await investigationFor(trx, viewer, path);
    refuseCompleted(row);
    if (body.revision !== undefined && body.revision !== row.revision) throw conflict(CHANGED);
    refuseSignature(body);
    const of: Answered = {
      questions: await questionsOf(trx, [row.template_id]),
      answers,
    };
    const accepted = acceptAnswers(body.answers, of);
    if (body.status === 'COMPLETE') {
      refuseIncomplete(of, accepted, body.signoff_signature !== '');
    }
    return { row, accepted };
  }

  async #store({ row, accepted }: Prepared, body: AnsweringBody): Promise<Stored> {
    const { files } = this.services;
    const of = { customerId: row.customer_id, title: row.title };
    const attachments = new Map<number, FileRow>();
    try {
      for (const answer of accepted) {
        if (answer.attachment === null) continue;
        attachments.set(answer.index, await storeAttachment(files, of, answer));
      }
      const { signoff_signature: dataUrl } = body;
      const signature = dataUrl === '' ? null : await storeSignature(files, of, dataUrl);
      return { attachments, signature };
    } catch (error) {
      await files.discard([...attachments.values()]);
      throw error;
    }
  }

  async #keep(
    trx: Transaction,
    viewer: Viewer,
    path: InvestigationPath,
    body: AnsweringBody,
    stored: Stored,
  ): Promise<Investigation> {
    // Serialise changes, so that a concurrent request is checked against the saved answers.
    await lockActivity(trx, path.id);
    const { row, accepted } = await this.#prepare(trx, viewer, path, body);
    const actor = await actorOf(trx, viewer);
    for (const file of allOf(stored)) await storeFile(trx, file);
    const kept = accepted.map((one) => ({
      questionId: one.question.id,
      answer: one.answer,
      fileId:
        stored.attachments.get(one.index)?.id ??
        (one.isRemoved ? null : (one.before?.file_id ?? null)),
    }));
    const replaced = accepted.flatMap(({ before }, n) =>
      before?.file_id != null && before.file_id !== kept[n]?.fileId ? [before.file_id] : [],
    );
    const of = { customerId: row.customer_id, investigationId: row.id, by: actor.name };
    await saveAnswers(trx, of, kept);
    await endFiles(trx, replaced);
    if (stored.signature === null) await touchInvestigation(trx, row.id);
    else await completeInvestigation(trx, row.id, actor, stored.signature.id);
    const { before, after } = auditValues(accepted, stored);
    await recordChange(trx, {
      customerId: row.customer_id,
      actor,
      subject: subjectOf(row),
      action: 'changed',
      before: { status: row.status, ...before },
      after: { status: body.status, ...after },
    });
    return this.investigations.answer(trx, viewer, path);
  }
}
