import type { Config } from '../config/index.ts';
import type { Database, Transaction } from '../db/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Log } from '../log/index.ts';
import type { Mail, Mailer } from '../mail/index.ts';
import { type Message, messageSender } from './message.ts';
import {
  type DeliveryRow,
  type DeliveryState,
  deleteEnded,
  lockDue,
  QUEUES,
  type Queue,
  storeResult,
} from './repository.ts';
import { type Result, resultOf } from './retry.ts';

/** A kind of delivery. */
export interface DeliveryKind {
  /**
   * Composes the message when it is sent.
   *
   * @throws Undeliverable if a retry is useless; other errors are retried
   */
  compose(trx: Transaction, delivery: DeliveryRow): Promise<Message>;
  /** Stores the result of an attempt elsewhere, in the transaction that stores it here. */
  onResult?(
    trx: Transaction,
    delivery: DeliveryRow,
    state: DeliveryState,
    failure: string | null,
  ): Promise<void>;
}

/** Sends what `enqueueDeliveries` added through each channel, with one rule for retries. */
export interface Deliveries {
  /** Declares a kind. Call it before `jobs.start`. */
  register(kind: string, composer: DeliveryKind): void;
  /**
   * Sends all deliveries that are due.
   *
   * @returns the number of deliveries sent
   */
  sendDue(): Promise<number>;
}

/** The kind of `enqueueMail`: the content is the mail. */
const MESSAGE: DeliveryKind = {
  compose: async (_trx, { content }) => ({ channel: 'email', mail: content as unknown as Mail }),
};

interface DeliveryServices {
  readonly config: Config;
  readonly db: Database;
  readonly jobs: Jobs;
  readonly mail: Mailer;
  readonly log: Log;
}

/**
 * Registers a worker for each queue and the job that deletes old deliveries; call it before
 * `jobs.start`.
 *
 * A message is sent within the transaction that stores its result: if the server stops before the
 * commit, it is sent again. Delivery is at least once.
 */
export function createDeliveries({ config, db, jobs, mail, log }: DeliveryServices): Deliveries {
  const kinds = new Map<string, DeliveryKind>([['message', MESSAGE]]);
  const send = messageSender(mail, db, config);

  const store = async (trx: Transaction, delivery: DeliveryRow, result: Result) => {
    await storeResult(trx, delivery.id, result);
    await kinds
      .get(delivery.kind)
      ?.onResult?.(trx, delivery, result.state, result.state === 'sent' ? null : result.failure);
  };

  /** Makes one attempt. Returns the new state, or null if nothing is due. */
  const sendNext = async (queue: Queue): Promise<DeliveryState | null> => {
    let tried: DeliveryRow | undefined;
    try {
      return await db.asSystem(async (trx) => {
        const delivery = await lockDue(trx, queue, [...kinds.keys()]);
        const kind = kinds.get(delivery?.kind ?? '');
        if (delivery === undefined || kind === undefined) return null;
        tried = delivery;
        await send(await kind.compose(trx, delivery));
        await store(trx, delivery, { state: 'sent' });
        return 'sent';
      });
    } catch (error) {
      if (tried === undefined) throw error;
      const delivery = tried;
      const result = resultOf(error, delivery.attempts);
      log.warn(
        { deliveryId: delivery.id, kind: delivery.kind, state: result.state },
        'a delivery was not accepted',
      );
      // The error may have ended the transaction, so the result is stored in another one.
      await db.asSystem((trx) => store(trx, delivery, result));
      return result.state;
    }
  };

  for (const queue of QUEUES) {
    jobs.poll(`deliveries-${queue}`, async () => (await sendNext(queue)) !== null);
  }
  jobs.register('deliveries-ended', () => db.asSystem(deleteEnded), '52 * * * *');
  return {
    register: (kind, composer) => void kinds.set(kind, composer),
    sendDue: async () => {
      let sent = 0;
      for (const queue of QUEUES) {
        for (;;) {
          const state = await sendNext(queue);
          if (state === null) break;
          if (state === 'sent') sent += 1;
        }
      }
      return sent;
    },
  };
}
