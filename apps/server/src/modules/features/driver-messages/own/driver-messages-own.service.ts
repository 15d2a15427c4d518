import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { notFound, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { recordRow } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import { type DriverName, ownDriver } from '../../../core/fleet/index.ts';
import { momentOrNull } from '../../records/index.ts';
import { insertReply, type ReplyRow, repliesOf } from '../driver-messages.repository.ts';
import { describedMessage, toReply } from '../driver-messages-json.ts';
import { notifySender } from '../driver-messages-notice.ts';
import {
  type OwnMessageRow,
  openCounts,
  ownMessagePage,
  storeReceipt,
} from './driver-messages-own.repository.ts';

type Calls = typeof contract.driverMessages;
const ONE = { limit: 1, offset: 0, orderBy: null, descending: true, search: '' } as const;

const toOwn = (row: OwnMessageRow, replies: readonly ReplyRow[]): AnswerOf<Calls['receive']> => ({
  id: row.id,
  text: row.text,
  asks_confirmation: row.asks_confirmation,
  author: row.author,
  created_at: toApiDateTime(row.created_at.getTime()),
  read_at: momentOrNull(row.read_at),
  confirmed_at: momentOrNull(row.confirmed_at),
  replies: replies.filter((one) => one.message_id === row.id).map(toReply),
});

/** What drivers see of the messages to them, and what they answer. */
export class OwnMessagesService {
  constructor(private readonly services: Pick<Services, 'config' | 'db'>) {}

  /** Of an account that is not linked to a driver, there is nothing. */
  list(viewer: Viewer, query: QueryOf<Calls['own']>): Promise<AnswerOf<Calls['own']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const driver = await ownDriver(trx, viewer);
      if (driver === null) return { count: 0, results: [], driver, unread: 0, unconfirmed: 0 };
      const { count, rows } = await ownMessagePage(trx, driver.id, pageOf(query));
      const ids = rows.map(({ id }) => id);
      const replies = await repliesOf(trx, ids, driver.id);
      const results = rows.map((row) => toOwn(row, replies));
      return { count, results, driver, ...(await openCounts(trx, driver.id)) };
    });
  }

  /**
   * Records that the driver has read a message, or confirms it.
   *
   * @throws HttpError 400 to confirm a message that does not ask for it, 404 if it is not the driver's own
   */
  receive(
    viewer: Viewer,
    id: number,
    { confirms }: BodyOf<Calls['receive']>,
    nowMs = Date.now(),
  ): Promise<AnswerOf<Calls['receive']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const driver = await this.#driver(trx, viewer);
      const before = await this.#own(trx, driver, id);
      if (confirms && !before.asks_confirmation) {
        throw wrongField('confirms', 'driver_messages.not_asked');
      }
      await storeReceipt(trx, { id, driverId: driver.id, at: new Date(nowMs), confirms });
      const after = await this.#own(trx, driver, id);
      await this.#log(trx, viewer, driver, before, after);
      return toOwn(after, await repliesOf(trx, [id], driver.id));
    });
  }

  /**
   * Answers a message, which the driver then has read. An answer with a known key is not stored again.
   *
   * @throws HttpError 404 if it is not the driver's own
   */
  answer(
    viewer: Viewer,
    id: number,
    { key, text }: BodyOf<Calls['answer']>,
    nowMs = Date.now(),
  ): Promise<AnswerOf<Calls['answer']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const driver = await this.#driver(trx, viewer);
      const before = await this.#own(trx, driver, id);
      const at = new Date(nowMs);
      const name = `${driver.first_name} ${driver.surname}`.trim();
      const isNew = await insertReply(trx, {
        customer_id: before.customer_id,
        message_id: id,
        driver_id: driver.id,
        is_from_driver: true,
        author_id: viewer.userId,
        author: name,
        text,
        key,
        created_at: at,
      });
      await storeReceipt(trx, { id, driverId: driver.id, at, confirms: false });
      const after = await this.#own(trx, driver, id);
      if (isNew) {
        await this.#log(trx, viewer, driver, before, after, at);
        await notifySender(trx, this.services, after, name);
      }
      return toOwn(after, await repliesOf(trx, [id], driver.id));
    });
  }

  async #driver(trx: Transaction, viewer: Viewer): Promise<DriverName> {
    const driver = await ownDriver(trx, viewer);
    if (driver === null) throw notFound();
    return driver;
  }

  async #own(trx: Transaction, driver: DriverName, id: number): Promise<OwnMessageRow> {
    return orNotFound((await ownMessagePage(trx, driver.id, ONE, id)).rows[0]);
  }

  #log(
    trx: Transaction,
    viewer: Viewer,
    driver: DriverName,
    before: OwnMessageRow,
    after: OwnMessageRow,
    answeredAt?: Date,
  ): Promise<void> {
    const described = (row: OwnMessageRow, at?: Date) => ({
      id: row.id,
      customer_id: row.customer_id,
      name: `${driver.first_name} ${driver.surname}`.trim(),
      facts: {
        read_at: momentOrNull(row.read_at),
        confirmed_at: momentOrNull(row.confirmed_at),
        ...(at === undefined ? {} : { replied_at: at.toISOString() }),
      },
    });
    return recordRow(
      trx,
      viewer,
      describedMessage,
      described(before),
      described(after, answeredAt),
    );
  }
}
