import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { MAX_MESSAGE_DRIVERS, REMINDER_AFTER_MIN } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, notFound, orNotFound, wrongField } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { recordRow } from '../../../platform/resource.ts';
import type { Services } from '../../../platform/services.ts';
import { authorOf } from '../../core/activity-trail/index.ts';
import { checkVisibleDepot } from '../../core/fleet/index.ts';
import {
  insertMessage,
  insertReply,
  type MessageRow,
  markReminded,
  messagePage,
  type ReachRow,
  type ReceiptRow,
  reachOf,
  receiptsOf,
  repliesOf,
} from './driver-messages.repository.ts';
import { describedMessage, toMessage, toMessageRow } from './driver-messages-json.ts';
import { notifyDriver } from './driver-messages-notice.ts';

type Calls = typeof contract.driverMessages;
const MINUTE_MS = 60_000;
const ONE = { limit: 1, offset: 0, orderBy: null, descending: true, search: '' } as const;
/** Drivers whom the audit log names in a message. */
const NAMED = 3;

type Named = Pick<ReachRow, 'first_name' | 'surname'>;
const nameOf = ({ first_name, surname }: Named): string => `${first_name} ${surname}`.trim();

/** The first drivers of a message, for the audit log. */
const namesOf = (drivers: readonly Named[]): string =>
  drivers.slice(0, NAMED).map(nameOf).join(', ') + (drivers.length > NAMED ? ', …' : '');

/** Messages to drivers, as the office sends them and sees their receipts. */
export class DriverMessagesService {
  constructor(private readonly services: Pick<Services, 'config' | 'db'>) {}

  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { driver, state } = query;
    const { count, rows } = await this.services.db.asViewer(viewer, (trx) =>
      messagePage(trx, viewer, { driver, state }, pageOf(query)),
    );
    return { count, results: rows.map(toMessageRow) };
  }

  /** @throws HttpError 404 if no driver of it is visible */
  read(viewer: Viewer, id: number): Promise<AnswerOf<Calls['read']>> {
    return this.services.db.asViewer(viewer, (trx) => this.#answer(trx, viewer, id));
  }

  /**
   * Sends a message to each chosen driver who has an account, and notifies them.
   *
   * @throws HttpError 400 without a driver who has an account, for too many drivers, and for drivers of several
   *   customers; 404 for a driver or depot that is not visible
   */
  send(
    viewer: Viewer,
    { asks_confirmation, depots, drivers, text }: BodyOf<Calls['send']>,
    nowMs = Date.now(),
  ): Promise<AnswerOf<Calls['send']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      for (const depot of depots) await checkVisibleDepot(trx, viewer, depot);
      const chosen = await reachOf(trx, viewer, { drivers, depots }, MAX_MESSAGE_DRIVERS);
      if (drivers.some((id) => !chosen.some((one) => one.id === id)) && !isTooMany(chosen)) {
        throw notFound();
      }
      const reached = this.#reached(chosen);
      const author = await authorOf(trx, viewer);
      const [{ customer_id }] = reached;
      const values = {
        customer_id,
        author_id: author.userId,
        author: author.name,
        text,
        asks_confirmation,
        created_at: new Date(nowMs),
      };
      const ids = reached.map(({ id }) => id);
      const id = await insertMessage(trx, values, ids);
      await recordRow(trx, viewer, describedMessage, null, {
        customer_id,
        id,
        name: namesOf(reached),
        facts: { asks_confirmation, drivers: ids.length },
      });
      for (const { account_id } of reached) {
        const notice = { kind: 'sent', author: author.name } as const;
        await notifyDriver(trx, this.services, { id, customer_id }, account_id, notice);
      }
      const left = chosen.filter(({ account_id }) => account_id === null);
      return {
        ...(await this.#answer(trx, viewer, id)),
        left_out: left.map(({ first_name, id: driver, surname }) => ({
          id: driver,
          first_name,
          surname,
        })),
      };
    });
  }

  /**
   * Answers one driver of a message. An answer with a known key is not stored again.
   *
   * @throws HttpError 404 if the message or this driver of it is not visible
   */
  reply(
    viewer: Viewer,
    id: number,
    { driver: driverId, key, text }: BodyOf<Calls['reply']>,
    nowMs = Date.now(),
  ): Promise<AnswerOf<Calls['reply']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const message = await this.#visible(trx, viewer, id);
      const receipts = await receiptsOf(trx, viewer, id);
      const driver = orNotFound(receipts.find((one) => one.driver_id === driverId));
      const author = await authorOf(trx, viewer);
      const isNew = await insertReply(trx, {
        customer_id: message.customer_id,
        message_id: id,
        driver_id: driverId,
        is_from_driver: false,
        author_id: author.userId,
        author: author.name,
        text,
        key,
        created_at: new Date(nowMs),
      });
      if (isNew) {
        await this.#log(trx, viewer, message, nameOf(driver), { replied_at: new Date(nowMs) });
        const notice = { kind: 'reply', author: author.name } as const;
        await notifyDriver(trx, this.services, message, driver.account_id, notice);
      }
      return this.#answer(trx, viewer, id);
    });
  }

  /**
   * Notifies the visible drivers again who have not read a message, or not confirmed it where asked.
   *
   * @throws HttpError 404 if the message is not visible, 409 if nobody is to be reminded or they were within the
   *   last hour
   */
  remind(viewer: Viewer, id: number, nowMs = Date.now()): Promise<AnswerOf<Calls['remind']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const message = await this.#visible(trx, viewer, id);
      const waiting = (await receiptsOf(trx, viewer, id)).filter((one) => isOpen(message, one));
      if (waiting.length === 0) throw conflict('driver_messages.nobody_to_remind');
      const since = new Date(nowMs - REMINDER_AFTER_MIN * MINUTE_MS);
      if (!(await markReminded(trx, id, new Date(nowMs), since))) {
        throw conflict({
          code: 'driver_messages.reminded',
          params: { minutes: REMINDER_AFTER_MIN },
        });
      }
      const { name } = await authorOf(trx, viewer);
      await this.#log(trx, viewer, message, namesOf(waiting), { reminded_at: new Date(nowMs) });
      for (const { account_id } of waiting) {
        const notice = { kind: 'reminder', author: name } as const;
        await notifyDriver(trx, this.services, message, account_id, notice);
      }
      return { ...(await this.#answer(trx, viewer, id)), reminded: waiting.length };
    });
  }

  /** The drivers with an account, of whom there is at least one. */
  #reached(chosen: readonly ReachRow[]): readonly [ReachRow, ...ReachRow[]] {
    if (isTooMany(chosen)) {
      throw wrongField('drivers', {
        code: 'driver_messages.too_many',
        params: { most: MAX_MESSAGE_DRIVERS },
      });
    }
    const [first, ...rest] = chosen.filter(({ account_id }) => account_id !== null);
    if (first === undefined) throw wrongField('drivers', 'driver_messages.no_account');
    if (rest.some(({ customer_id }) => customer_id !== first.customer_id)) {
      throw wrongField('drivers', 'driver_messages.one_customer');
    }
    return [first, ...rest];
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<MessageRow> {
    return orNotFound((await messagePage(trx, viewer, { id }, ONE)).rows[0]);
  }

  async #answer(trx: Transaction, viewer: Viewer, id: number) {
    const message = await this.#visible(trx, viewer, id);
    const receipts = await receiptsOf(trx, viewer, id);
    return toMessage(message, receipts, await repliesOf(trx, [id]));
  }

  #log(
    trx: Transaction,
    viewer: Viewer,
    { customer_id, id }: MessageRow,
    name: string,
    facts: Readonly<Record<string, Date>>,
  ): Promise<void> {
    const row = { customer_id, id, name };
    return recordRow(
      trx,
      viewer,
      describedMessage,
      { ...row, facts: {} },
      {
        ...row,
        facts: Object.fromEntries(
          Object.entries(facts).map(([key, at]) => [key, at.toISOString()]),
        ),
      },
    );
  }
}

const isTooMany = (chosen: readonly unknown[]) => chosen.length > MAX_MESSAGE_DRIVERS;

/** Whether a driver has not read a message, or not confirmed it where asked. */
const isOpen = (
  { asks_confirmation }: MessageRow,
  { confirmed_at, read_at }: ReceiptRow,
): boolean => read_at === null || (asks_confirmation && confirmed_at === null);
