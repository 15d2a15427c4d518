import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { momentOrNull } from '../records/index.ts';
import type { MessageRow, ReceiptRow, ReplyRow } from './driver-messages.repository.ts';

type Calls = typeof contract.driverMessages;
type Message = AnswerOf<Calls['read']>;
type Reply = Message['receipts'][number]['replies'][number];

export const toReply = (row: ReplyRow): Reply => ({
  id: row.id,
  is_from_driver: row.is_from_driver,
  author: row.author,
  text: row.text,
  created_at: toApiDateTime(row.created_at.getTime()),
});

/** A message as the list returns it. */
export const toMessageRow = (row: MessageRow): AnswerOf<Calls['list']>['results'][number] => ({
  id: row.id,
  text: row.text,
  asks_confirmation: row.asks_confirmation,
  author: row.author,
  created_at: toApiDateTime(row.created_at.getTime()),
  reminded_at: momentOrNull(row.reminded_at),
  driver:
    row.drivers === 1
      ? { id: row.driver_id, first_name: row.first_name, surname: row.surname }
      : null,
  drivers: row.drivers,
  read: row.read,
  confirmed: row.confirmed,
  answered: row.answered,
});

/** A message with the threads of its drivers. */
export const toMessage = (
  row: MessageRow,
  receipts: readonly ReceiptRow[],
  replies: readonly ReplyRow[],
): Message => ({
  ...toMessageRow(row),
  receipts: receipts.map(({ confirmed_at, driver_id, first_name, read_at, surname }) => ({
    driver: { id: driver_id, first_name, surname },
    read_at: momentOrNull(read_at),
    confirmed_at: momentOrNull(confirmed_at),
    replies: replies.filter((one) => one.driver_id === driver_id).map(toReply),
  })),
});

/** What the audit log stores of a message: neither its text nor its answers. */
export interface AuditedMessage {
  readonly customer_id: number;
  readonly id: number;
  readonly name: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** A message as the audit log stores it. */
export const describedMessage = ({ customer_id, facts, id, name }: AuditedMessage) => ({
  customerId: customer_id,
  subject: { kind: 'driver_message' as const, id: String(id), name },
  facts,
});
