import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { actorOf } from '../../../platform/audit/index.ts';
import { randomToken, tokenHash, type Viewer } from '../../../platform/auth/index.ts';
import { chosenCustomer } from '../../../platform/chosen-customer.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { type AuditedRow, recordRow } from '../../../platform/resource.ts';
import type { Services } from '../../../platform/services.ts';
import {
  insertPartnerKey,
  type PartnerKeyRow,
  partnerKeyPage,
  revokePartnerKey,
  visiblePartnerKey,
} from './partner-keys.repository.ts';

type Calls = typeof contract.partnerKeys;
type PartnerKey = AnswerOf<Calls['list']>['results'][number];

/** Length of the readable start of a key; too short to help in guessing the rest. */
const HINT_LENGTH = 6;

const momentOrNull = (date: Date | null) => (date === null ? null : toApiDateTime(date.getTime()));

const toKey = (row: PartnerKeyRow): PartnerKey => ({
  id: row.id,
  customer: { id: row.customer_id, name: row.customer_name },
  name: row.name,
  hint: row.hint,
  created_at: toApiDateTime(row.created_at.getTime()),
  created_by: row.created_by,
  last_used_at: momentOrNull(row.last_used_at),
  revoked_at: momentOrNull(row.revoked_at),
  revoked_by: row.revoked_by,
});

const described = ({ id, customer_id, name, hint }: PartnerKeyRow): AuditedRow => ({
  customerId: customer_id,
  subject: { kind: 'partner_key', id: String(id), name },
  facts: { name, hint },
});

/** Partner keys: administrators create them, see them once and revoke them (R-015, W-P05). */
export class PartnerKeysService {
  constructor(private readonly services: Pick<Services, 'db'>) {}

  /** The keys of the viewer's customer; those of all customers for a global administrator. */
  list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const { count, rows } = await partnerKeyPage(trx, viewer, pageOf(query));
      return { count, results: rows.map(toKey) };
    });
  }

  /** @throws HttpError 404 if the key does not exist or is of another customer */
  read(viewer: Viewer, id: number): Promise<PartnerKey> {
    return this.services.db.asViewer(viewer, async (trx) =>
      toKey(await this.#one(trx, viewer, id)),
    );
  }

  /**
   * Creates a key. Only the answer contains it; the server stores its hash.
   *
   * @throws HttpError 400 on the field `customer` for a customer other than the viewer's
   */
  create(viewer: Viewer, body: BodyOf<Calls['create']>): Promise<AnswerOf<Calls['create']>> {
    const key = randomToken();
    return this.services.db.asViewer(viewer, async (trx) => {
      const customerId = await chosenCustomer(trx, viewer, body.customer);
      const actor = await actorOf(trx, viewer);
      const id = await insertPartnerKey(trx, {
        customerId,
        name: body.name,
        hint: key.slice(0, HINT_LENGTH),
        keyHash: tokenHash(key),
        createdBy: actor.name,
      });
      const made = await this.#one(trx, viewer, id);
      await recordRow(trx, viewer, described, null, made);
      return { ...toKey(made), key };
    });
  }

  /**
   * Revokes a key permanently; revoking it again changes nothing.
   *
   * @throws HttpError 404 if the key does not exist or is of another customer
   */
  revoke(viewer: Viewer, id: number): Promise<PartnerKey> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const known = await this.#one(trx, viewer, id);
      const actor = await actorOf(trx, viewer);
      if (await revokePartnerKey(trx, id, actor.name)) {
        await recordRow(trx, viewer, described, known, null);
      }
      return toKey(await this.#one(trx, viewer, id));
    });
  }

  async #one(trx: Transaction, viewer: Viewer, id: number): Promise<PartnerKeyRow> {
    return orNotFound(await visiblePartnerKey(trx, viewer, id));
  }
}
