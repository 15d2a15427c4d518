import type { AnswerOf, BodyOf, contract, FieldsOf } from '@roadworthy/contract';
import { toApiDate, toApiDateTime } from '@roadworthy/domain';
import { tokenHash } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { endFiles, storeChecked, storeFile } from '../../../../platform/files/index.ts';
import type { Services } from '../../../../platform/services.ts';
import type { Received } from '../../records/index.ts';
import { enteredOf, updateEntered, updateOnboarding } from '../agency-onboarding.repository.ts';
import { missingOf, toAccepted, toEntered } from '../agency-onboarding-json.ts';
import { mailInviter } from '../agency-onboarding-mail.ts';
import { currentTerms } from '../terms/agency-onboarding-terms.repository.ts';
import { type LinkedRow, linkedOnboarding } from './agency-onboarding-links.repository.ts';

type Calls = typeof contract.agencyOnboardingLinks;
type Linked = AnswerOf<Calls['open']>;
export type PhotoFields = FieldsOf<Calls['photo']>;
export type TermsFields = FieldsOf<Calls['accept']>;

/** Purpose of photographs and signatures in the file store. */
const PURPOSE = 'agency_onboarding';
/** Photographs that one driver can send, replaced ones included. */
const MAX_PHOTOGRAPHS = 100;

const today = () => toApiDate(Date.now(), 'UTC');

/** A change of a document needs a new comparison. */
const UNDECIDED = { is_accepted: null, decided_by: null };

/** What drivers without an account do with their link. Only a hash of its token is stored. */
export class AgencyOnboardingLinks {
  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'config'>) {}

  /**
   * @param begins the page has just been opened
   * @throws HttpError 404 for an unknown, expired, replaced or ended link
   */
  open(token: string, begins: boolean): Promise<Linked> {
    return this.services.db.asSystem(async (trx) => {
      const row = await this.#linked(trx, token);
      if (begins && row.state === 'invited') {
        await updateOnboarding(trx, row.id, { state: 'in_progress' });
      }
      return this.#answer(trx, await this.#linked(trx, token));
    });
  }

  /** @throws HttpError 404 for an ended link, 400 on the fields, 409 once it is submitted */
  details({ token, ...values }: BodyOf<Calls['details']>): Promise<Linked> {
    if (values.born_on !== null && values.born_on >= today()) {
      throw wrongField('born_on', 'driver_file.in_future');
    }
    return this.#change(token, (trx, row) => updateOnboarding(trx, row.id, values));
  }

  /** @throws HttpError 404 for an ended link, 400 on the fields, 409 once it is submitted */
  document({ token, kind, ...values }: BodyOf<Calls['document']>): Promise<Linked> {
    const { issued_on: issued, expires_on: expires } = values;
    if (issued !== null && issued > today()) throw wrongField('issued_on', 'driver_file.in_future');
    if (expires !== null && expires < today()) {
      throw wrongField('expires_on', 'agency_onboarding.document_expired');
    }
    return this.#change(token, async (trx, row) => {
      this.#refuseOther(row, kind);
      const categories = kind === 'licence' ? [...new Set(values.categories)] : [];
      await updateEntered(trx, row.id, kind, { ...values, ...UNDECIDED, categories });
      await updateOnboarding(trx, row.id, {});
    });
  }

  /**
   * Stores the photograph of one side; it replaces the last one.
   *
   * @throws HttpError 404 for an ended link, 400 on `document` for no file or another type, 409 once it is submitted or
   *   after too many photographs
   */
  async photo({ fields, document }: Received<PhotoFields>): Promise<Linked> {
    const { token, kind, side } = fields;
    if (document == null) throw wrongField('document', 'validation.required');
    const { db, files } = this.services;
    const { customer_id: customerId } = await db.asSystem((trx) => this.#open(trx, token));
    const stored = await storeChecked(files, document.path, {
      customerId,
      purpose: PURPOSE,
      field: 'document',
      name: (mediaType) => `${kind}-${side}.${mediaType.split('/')[1]}`,
    });
    try {
      return await this.#change(token, async (trx, row) => {
        this.#refuseOther(row, kind);
        if (row.photographs >= MAX_PHOTOGRAPHS)
          throw conflict('agency_onboarding.photographs_full');
        const before = (await enteredOf(trx, [row.id])).find((one) => one.kind === kind);
        const replaced = side === 'front' ? before?.front_file_id : before?.back_file_id;
        await storeFile(trx, stored);
        const column = side === 'front' ? 'front_file_id' : 'back_file_id';
        await updateEntered(trx, row.id, kind, { [column]: stored.id, ...UNDECIDED });
        await updateOnboarding(trx, row.id, { photographs: row.photographs + 1 });
        if (replaced != null) await endFiles(trx, [replaced]);
      });
    } catch (error) {
      await files.discard([stored]);
      throw error;
    }
  }

  /**
   * Accepts the current terms with name and signature.
   *
   * @throws HttpError 404 for an ended link, 400 on `signature` without one, 409 if the terms have changed
   */
  async accept({ fields, signature }: Received<TermsFields>): Promise<Linked> {
    const { token, version, name } = fields;
    if (signature === null) throw wrongField('signature', 'validation.required');
    const { db, files } = this.services;
    const { customer_id: customerId } = await db.asSystem((trx) => this.#open(trx, token));
    const stored = await storeChecked(files, signature.path, {
      customerId,
      purpose: PURPOSE,
      field: 'signature',
      name: (mediaType) => `signature.${mediaType.split('/')[1]}`,
      pictures: ['image/png', 'image/jpeg'],
      acceptsPdf: false,
    });
    try {
      return await this.#change(token, async (trx, row) => {
        const terms = await currentTerms(trx, row.customer_id);
        if (terms?.version !== version) throw conflict('agency_onboarding.terms_changed');
        await storeFile(trx, stored);
        await updateOnboarding(trx, row.id, {
          terms_id: terms.id,
          terms_name: name,
          terms_accepted_at: new Date(),
          signature_file_id: stored.id,
        });
        if (row.signature_file_id !== null) await endFiles(trx, [row.signature_file_id]);
      });
    } catch (error) {
      await files.discard([stored]);
      throw error;
    }
  }

  /** @throws HttpError 404 for an ended link, 409 if something is missing or once it is submitted */
  submit(token: string): Promise<Linked> {
    return this.#change(token, async (trx, row) => {
      const entered = await enteredOf(trx, [row.id]);
      const isMissing = entered.some(
        (one) => missingOf(one).length > 0 || one.is_accepted === false,
      );
      if (row.born_on === null || row.phone === null || isMissing) {
        throw conflict('agency_onboarding.incomplete');
      }
      const terms = await currentTerms(trx, row.customer_id);
      if (terms !== undefined && terms.body !== '' && terms.version !== row.terms_version) {
        throw conflict('agency_onboarding.terms_open');
      }
      await updateOnboarding(trx, row.id, { state: 'submitted', submitted_at: new Date() });
      await mailInviter(trx, row, this.services.config.publicUrl);
    });
  }

  async #linked(trx: Transaction, token: string): Promise<LinkedRow> {
    const row = await linkedOnboarding(trx, tokenHash(token));
    return orNotFound(row, 'agency_onboarding.link_ended');
  }

  /** The onboarding of a link whose driver may still enter something. */
  async #open(trx: Transaction, token: string): Promise<LinkedRow> {
    const row = await this.#linked(trx, token);
    if (row.state === 'submitted') throw conflict('agency_onboarding.submitted_already');
    return row;
  }

  #refuseOther({ documents }: LinkedRow, kind: PhotoFields['kind']): void {
    if (!documents.includes(kind)) throw conflict('agency_onboarding.not_asked');
  }

  #change(
    token: string,
    change: (trx: Transaction, row: LinkedRow) => Promise<void>,
  ): Promise<Linked> {
    return this.services.db.asSystem(async (trx) => {
      const row = await this.#open(trx, token);
      if (row.state === 'invited') await updateOnboarding(trx, row.id, { state: 'in_progress' });
      await change(trx, row);
      return this.#answer(trx, await this.#linked(trx, token));
    });
  }

  async #answer(trx: Transaction, row: LinkedRow): Promise<Linked> {
    const terms = await currentTerms(trx, row.customer_id);
    const entered = await enteredOf(trx, [row.id]);
    return {
      state: row.state,
      customer: row.customer,
      agency: row.agency,
      language: row.language,
      first_name: row.first_name,
      surname: row.surname,
      born_on: row.born_on,
      phone: row.phone,
      address: row.address,
      documents: entered.map((one) => toEntered(this.services.files, one)),
      terms:
        terms === undefined || terms.body === ''
          ? null
          : { version: terms.version, text: terms.body },
      accepted: toAccepted(row),
      expires_at: toApiDateTime(row.expires_at.getTime()),
    };
  }
}
