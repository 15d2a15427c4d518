import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { type DriverDocumentKind, MANDATE_YEARS, toApiDate } from '@roadworthy/domain';
import { addYears } from '../../../../engines/drivers-file/index.ts';
import { actorOf } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { endFiles, storeChecked, storeFile } from '../../../../platform/files/index.ts';
import { recordRow } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import { type FieldErrors, refusingTaken, throwIfInvalid } from '../../../core/customers/index.ts';
import { changedMeanwhile, type Received } from '../../records/index.ts';
import { type FileRow, visibleFile } from '../drivers-file.repository.ts';
import { headOf, toDocument } from '../drivers-file-json.ts';
import {
  type DocumentRow,
  deleteDocument,
  documentsOf,
  followDocument,
  insertDocument,
  lockedDocument,
  updateDocument,
} from './drivers-file-documents.repository.ts';

type Calls = typeof contract.driversFile;
type Document = AnswerOf<Calls['change']>;
type Values = Omit<BodyOf<Calls['create']>, 'kind'>;

/** Purpose of the proofs in the file store. */
const PURPOSE = 'driver_document';
const MAX_DOCUMENTS = 500;

/** Fields that a document of a kind must have. */
const REQUIRED: Partial<Record<DriverDocumentKind, readonly (keyof Values)[]>> = {
  entitlement_check: ['issued_on'],
  cpc_course: ['title', 'issued_on', 'hours'],
  medical: ['issued_on'],
  training: ['title'],
  mandate: ['issued_on'],
};

/** The last day on which a mandate counts. */
const mandateEnd = (givenOn: string) => addYears(givenOn, MANDATE_YEARS);

/** A mandate without a last day counts as long as it may. */
const withMandateEnd = (kind: DriverDocumentKind, values: Values): Values =>
  kind === 'mandate' && values.issued_on !== null && values.expires_on === null
    ? { ...values, expires_on: mandateEnd(values.issued_on) }
    : values;

/** @throws HttpError 400 on the fields for what is missing or does not fit together */
function checkValues(kind: DriverDocumentKind, values: Values, today: string): void {
  const errors: FieldErrors = {};
  for (const field of REQUIRED[kind] ?? []) {
    if (values[field] === null || values[field] === '') errors[field] = ['validation.required'];
  }
  const { issued_on: issued, expires_on: expires, categories } = values;
  if (issued !== null && issued > today) errors.issued_on = ['driver_file.in_future'];
  if (issued !== null && expires !== null && expires < issued) {
    errors.expires_on = ['driver_file.expires_before_issue'];
  }
  if (kind === 'mandate' && issued !== null && expires !== null && expires > mandateEnd(issued)) {
    errors.expires_on = ['driver_file.mandate_too_long'];
  }
  const names = categories.map(({ category }) => category.replace('+', ''));
  if (new Set(names).size < names.length) errors.categories = ['driver_file.category_twice'];
  throwIfInvalid(errors);
}

const columnsOf = ({ is_checked: _, categories, points, hours, ...plain }: Values) => ({
  ...plain,
  hours: hours === null ? null : String(hours),
  categories: JSON.stringify(categories),
  points: JSON.stringify(points),
});

/** What the audit log keeps of a document. */
const factsOf = (row: DocumentRow) => ({
  document: row.id,
  ...headOf(row),
  categories: row.categories
    .map(({ category, expires_on: day, codes }) =>
      [category, day, ...codes].filter(Boolean).join(' '),
    )
    .join(', '),
  points: row.points.map(({ on, points, code }) => `${on} ${points} ${code}`).join(', '),
  note: row.note,
  proof: row.file_id,
  proof_back: row.back_file_id,
  checked_by: row.checked_by,
  ...(row.source === 'person'
    ? {}
    : {
        source: row.source,
        licence_status: row.licence_status,
        disqualified_until: row.disqualified_until,
      }),
});

/** Documents are entries of the driver's file, so that erasing a driver finds them. */
export const describedFor =
  ({ first_name, surname }: Pick<FileRow, 'first_name' | 'surname'>) =>
  (row: DocumentRow) => ({
    customerId: row.customer_id,
    subject: {
      kind: 'driver_file' as const,
      id: String(row.driver_id),
      name: `${first_name} ${surname}`,
    },
    facts: factsOf(row),
  });

/** The documents in drivers' files. */
export class DriverDocumentsService {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /**
   * Adds a document, which replaces the one of the same kind.
   *
   * @throws HttpError 404 if the driver is not visible, 400 on the fields, 409 for a full file
   */
  create(viewer: Viewer, driverId: number, body: BodyOf<Calls['create']>): Promise<Document> {
    const { kind, ...given } = body;
    const values = withMandateEnd(kind, given);
    checkValues(kind, values, toApiDate(Date.now(), viewer.timeZone ?? 'UTC'));
    return this.#write(viewer, async (trx) => {
      const file = orNotFound(await visibleFile(trx, viewer, driverId));
      if (file.is_archived) throw conflict('driver_file.driver_archived');
      if ((await documentsOf(trx, [driverId])).length >= MAX_DOCUMENTS) {
        throw conflict('driver_file.full');
      }
      const { name } = await actorOf(trx, viewer);
      const checked = values.is_checked ? { checked_at: new Date(), checked_by: name } : {};
      const id = await insertDocument(trx, {
        customer_id: file.customer_id,
        driver_id: driverId,
        kind,
        created_by: name,
        ...columnsOf(values),
        ...checked,
      });
      await followDocument(trx, driverId, kind);
      return this.#recorded(trx, viewer, null, id);
    });
  }

  /** @throws HttpError 404 if it is not visible, 400 on the fields, 409 if it has changed meanwhile */
  change(viewer: Viewer, id: number, body: BodyOf<Calls['change']>): Promise<Document> {
    const { version, ...given } = body;
    return this.#write(viewer, async (trx) => {
      const before = orNotFound(await lockedDocument(trx, viewer, id));
      if (before.version !== version) throw changedMeanwhile();
      // What the DVLA has said is not rewritten: a new document replaces it.
      if (before.source === 'dvla') throw conflict('driver_file.official_document');
      const values = withMandateEnd(before.kind, given);
      checkValues(before.kind, values, toApiDate(Date.now(), viewer.timeZone ?? 'UTC'));
      const { name } = await actorOf(trx, viewer);
      // Who changes a checked document answers for it.
      const checked = values.is_checked
        ? { checked_at: new Date(), checked_by: name }
        : { checked_at: null, checked_by: null };
      await updateDocument(trx, id, { ...columnsOf(values), ...checked });
      await followDocument(trx, before.driver_id, before.kind);
      return this.#recorded(trx, viewer, before, id);
    });
  }

  /** Deletes a document; the job of the file store deletes its proof. @throws HttpError 404 */
  async remove(viewer: Viewer, id: number): Promise<void> {
    await this.services.db.asViewer(viewer, async (trx) => {
      const before = orNotFound(await lockedDocument(trx, viewer, id));
      const file = orNotFound(await visibleFile(trx, viewer, before.driver_id));
      await deleteDocument(trx, id);
      await followDocument(trx, before.driver_id, before.kind);
      await recordRow(trx, viewer, describedFor(file), before, null);
      await endFiles(
        trx,
        [before.file_id, before.back_file_id].filter((id) => id !== null),
      );
    });
  }

  /** @throws HttpError 404 if it is not visible, 400 on `document` for no file or another type */
  async addProof(
    viewer: Viewer,
    id: number,
    { document }: Pick<Received<unknown>, 'document'>,
  ): Promise<Document> {
    const { db, files } = this.services;
    if (document == null) throw wrongField('document', 'validation.required');
    const { customer_id: customerId } = await db.asViewer(viewer, async (trx) =>
      orNotFound(await lockedDocument(trx, viewer, id)),
    );
    const stored = await storeChecked(files, document.path, {
      customerId,
      purpose: PURPOSE,
      field: 'document',
      name: (mediaType) => `document-${id}.${mediaType.split('/')[1]}`,
    });
    try {
      return await db.asViewer(viewer, async (trx) => {
        const before = orNotFound(await lockedDocument(trx, viewer, id));
        await storeFile(trx, stored);
        await updateDocument(trx, id, { file_id: stored.id });
        if (before.file_id !== null) await endFiles(trx, [before.file_id]);
        return this.#recorded(trx, viewer, before, id);
      });
    } catch (error) {
      await files.discard([stored]);
      throw error;
    }
  }

  #write(viewer: Viewer, work: (trx: Transaction) => Promise<Document>): Promise<Document> {
    return refusingTaken(this.services.db.asViewer(viewer, work), () => {
      throw wrongField('number', 'driver.number_taken');
    });
  }

  async #recorded(
    trx: Transaction,
    viewer: Viewer,
    before: DocumentRow | null,
    id: number,
  ): Promise<Document> {
    const after = orNotFound(await lockedDocument(trx, viewer, id));
    const file = orNotFound(await visibleFile(trx, viewer, after.driver_id));
    await recordRow(trx, viewer, describedFor(file), before, after);
    return toDocument(this.services.files, after);
  }
}
