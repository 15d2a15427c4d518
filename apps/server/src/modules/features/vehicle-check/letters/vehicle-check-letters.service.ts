import type { AnswerOf, contract, FieldsOf } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { makePdf, type PdfContent } from '../../../../platform/documents/index.ts';
import { orNotFound, wrongField } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  type Display,
  displayOf,
  type ReportFile,
  readerOf,
  safeName,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import { checkVisibleDepot, visibleVehicle } from '../../../core/fleet/index.ts';
import {
  asFieldError,
  broken,
  customersOf,
  factsTable,
  heading,
  Intake,
  pastMoment,
  type Received,
  recordPhotos,
  reportPdf,
  signaturePart,
} from '../../records/index.ts';
import { namedDriver } from '../../walkaround/index.ts';
import { toLetterRow } from '../lists/vehicle-check-lists-answers.ts';
import { fileOrNone } from '../reports/vehicle-check-reports.service.ts';
import { zoneOf } from '../scope/vehicle-check-scope-filter.ts';
import {
  insertLetter,
  type NewLetter,
  type StoredLetter,
  visibleLetter,
} from './vehicle-check-letters.repository.ts';

type Calls = typeof contract.vehicleCheck;
type Fields = FieldsOf<Calls['createNoticeLetter']>;
type Letter = AnswerOf<Calls['noticeLetter']>;
interface PreparedLetter extends Omit<NewLetter, 'signatureId'> {
  readonly captions: readonly string[];
}

function letterPdf(
  letter: StoredLetter,
  pictures: { readonly logo: string | null; readonly signature: string | null },
  display: Display,
): PdfContent {
  const { signed_by: name, sent_at: at, registration, reference_number: reference } = letter;
  const parts = [
    factsTable(display, [
      ['records.fact.registration', registration],
      ['records.fact.customer', letter.customer],
      ['records.fact.reference', reference],
      ['records.fact.depot', letter.depot?.name ?? null],
      ['records.fact.driver', letter.driver],
      ['report.column.date', formatDateTime(at.getTime(), display.dates)],
    ]),
    heading(letter.subject),
    { ...broken(letter.body), margin: [0, 0, 0, 8] },
    signaturePart(display, name === null ? null : { name, at }, pictures.signature),
  ];
  const title = wordsOf(display, 'vehicleCheck.letter');
  const of = `${registration}, ${reference}`;
  return reportPdf(display, { title, of, customer: letter.customer, parts }, pictures.logo);
}

/** Creates and reads notice letters, as data and as PDF. */
export class LettersService {
  readonly #intake: Intake;

  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'bus'>) {
    this.#intake = new Intake(services);
  }

  /** @throws HttpError 404 if the letter does not exist or is not visible */
  read(viewer: Viewer, id: number): Promise<Letter> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const letter = orNotFound(await visibleLetter(trx, viewer, id));
      const signature = letter.signature_file_id;
      return {
        ...toLetterRow(letter),
        depot: letter.depot,
        text: letter.body,
        signature: signature === null ? null : this.services.files.signedAddress(signature),
        signed_name: letter.signed_by,
      };
    });
  }

  /**
   * The letter as a PDF. @throws HttpError 404 as {@link read}, 503 if too many documents are being
   * created
   */
  async pdf(viewer: Viewer, id: number, timeZone: string | undefined): Promise<ReportFile> {
    const { db, files } = this.services;
    const zone = zoneOf(viewer, timeZone);
    const { letter, logo, signature, reader } = await db.asViewer(viewer, async (trx) => {
      const found = orNotFound(await visibleLetter(trx, viewer, id));
      return {
        letter: found,
        logo: await fileOrNone(trx, found.logo_file_id),
        signature: await fileOrNone(trx, found.signature_file_id),
        reader: await readerOf(trx, viewer),
      };
    });
    const pictures = await recordPhotos(files, logo, signature, []);
    const bytes = await makePdf(letterPdf(letter, pictures, displayOf(viewer, reader, zone)));
    const name = `${safeName(letter.reference_number)}_${safeName(letter.registration)}.pdf`;
    return { name, type: 'application/pdf', bytes };
  }

  /**
   * Stores a letter; the same request sent again returns the first one's letter.
   *
   * @throws HttpError 404 for a depot that is not visible, 400 on the field if a rule is violated
   */
  async create(viewer: Viewer, depotId: number, received: Received<Fields>): Promise<Letter> {
    if (received.photos.length > 0) throw wrongField('photos', 'letter.no_photographs');
    const id = await this.#intake.take(viewer, received, {
      name: `notice-letter ${depotId}`,
      prepare: (trx) => this.#prepare(trx, viewer, depotId, received),
      keep: async (trx, { captions: _captions, ...letter }, { signature }) => {
        const signatureId = signature?.id ?? null;
        const made = await insertLetter(trx, { ...letter, signatureId });
        await recordChange(trx, {
          customerId: letter.customerId,
          actor: await actorOf(trx, viewer),
          subject: { kind: 'notice_letter', id: String(made.id), name: made.reference_number },
          action: 'created',
          before: null,
          after: { vehicle: letter.vehicleId, driver: letter.driver, subject: letter.subject },
        });
        return made.id;
      },
    });
    return this.read(viewer, id);
  }

  async #prepare(
    trx: Transaction,
    viewer: Viewer,
    depotId: number,
    { fields, signature }: Received<Fields>,
  ): Promise<PreparedLetter> {
    await checkVisibleDepot(trx, viewer, depotId);
    const unknown = 'vehicle.missing';
    await asFieldError('vehicle', unknown, visibleVehicle(trx, viewer, fields.vehicle));
    const whose = await customersOf(trx, { vehicleId: fields.vehicle, depotId });
    if (whose.vehicle !== whose.depot) throw wrongField('vehicle', unknown);
    const author = (await actorOf(trx, viewer)).name;
    const driver =
      fields.driver === undefined
        ? { driverId: null, driver: null }
        : await namedDriver(trx, viewer, fields.driver, whose.vehicle);
    return {
      customerId: whose.vehicle,
      vehicleId: fields.vehicle,
      depotId,
      sentAt: fields.date === undefined ? new Date() : pastMoment('date', fields.date),
      ...driver,
      subject: fields.subject,
      body: fields.text,
      writtenBy: author,
      signedBy: fields.signed_name ?? (signature === null ? null : author),
      captions: [],
    };
  }
}
