import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { orNotFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { allOf, archiveRows, idsOf, recordRow } from '../../../../platform/resource.ts';
import { customerFor, refusingTaken } from '../../../core/customers/index.ts';
import {
  type AgencyRow,
  agencyPage,
  insertAgency,
  lockedAgencies,
  setArchived,
  updateAgency,
} from './agency-onboarding-agencies.repository.ts';

type Calls = typeof contract.agencies;
type Agency = AnswerOf<Calls['read']>;

const toAgency = ({ customer_id: _, ...row }: AgencyRow): Agency => row;

const factsOf = ({ name, contact, email, phone, note }: AgencyRow) => ({
  name,
  contact,
  email,
  phone,
  note,
});
const described = (row: AgencyRow) => ({
  customerId: row.customer_id,
  subject: { kind: 'agency' as const, id: String(row.id), name: row.name },
  facts: factsOf(row),
  isArchived: row.archived,
  kept: factsOf(row),
});

const refuseName = (): never => {
  throw wrongField('name', 'agency.name_taken');
};

/** Agencies that send drivers. */
export class AgenciesService {
  constructor(private readonly db: Database) {}

  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      agencyPage(trx, viewer, query.archived === 'true', pageOf(query)),
    );
    return { count, results: rows.map(toAgency) };
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Agency> {
    return this.db.asViewer(viewer, async (trx) => toAgency(await this.#one(trx, viewer, id)));
  }

  /** @throws HttpError 400 on the name if another agency has it */
  create(viewer: Viewer, { customer, ...values }: BodyOf<Calls['create']>): Promise<Agency> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, customer);
      const row = await this.#one(trx, viewer, await insertAgency(trx, customerId, values));
      await recordRow(trx, viewer, described, null, row);
      return toAgency(row);
    });
    return refusingTaken(work, refuseName);
  }

  /** @throws HttpError 404 if it is not visible, 400 on the name if another agency has it */
  change(
    viewer: Viewer,
    id: number,
    { customer: _, ...values }: BodyOf<Calls['change']>,
  ): Promise<Agency> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const before = await this.#one(trx, viewer, id);
      await updateAgency(trx, id, values);
      const after = await this.#one(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return toAgency(after);
    });
    return refusingTaken(work, refuseName);
  }

  /** @throws HttpError 404 if one is not visible */
  archive(
    viewer: Viewer,
    ids: readonly number[],
    isArchived: boolean,
  ): Promise<AnswerOf<Calls['archive']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const rows = await allOf(ids, (wanted) => lockedAgencies(trx, viewer, wanted));
      const changed = await archiveRows(trx, viewer, described, rows, isArchived, (concerned) =>
        setArchived(trx, idsOf(concerned), isArchived),
      );
      return { changed };
    });
  }

  async #one(trx: Transaction, viewer: Viewer, id: number): Promise<AgencyRow> {
    return orNotFound((await lockedAgencies(trx, viewer, [id]))[0]);
  }
}
