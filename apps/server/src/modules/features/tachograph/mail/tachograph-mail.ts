import { createHash } from 'node:crypto';
import { TACHOGRAPH_LIMIT_BYTES } from '@roadworthy/contract';
import PostalMime, { type Email } from 'postal-mime';
import { byWording, mailReaders } from '../../../../platform/customer-texts/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { enqueueMail } from '../../../../platform/deliveries/index.ts';
import { errorText } from '../../../../platform/error-texts.ts';
import type { Log } from '../../../../platform/log/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import { referenceOf, textOf } from '../../../../platform/texts.ts';
import { customerIsKnown } from '../../../core/customers/index.ts';
import {
  type FileResult,
  type FileStore,
  recordStored,
  storeArrival,
} from '../tachograph-arrival.ts';
import { plainName } from '../tachograph-unzip.ts';
import { insertMail, mailOutcome } from './tachograph-mail.repository.ts';
import type { MailOutcome } from './tachograph-mail-mailbox.ts';

/** A sender whose files are accepted for a customer: an address, or a domain as `@example.com`. */
export interface AllowedSender {
  readonly customerId: number;
  readonly address: string;
}

export interface MailIntake {
  readonly db: Database;
  readonly log: Log;
  readonly service: FileStore;
  readonly senders: readonly AllowedSender[];
}

const FILE_NAME = /\.(ddd|c1b|v1b|tgd|esm|zip)$/i;
const MOST_FILES = 50;

/** The numbers after a plus in the addresses of the recipients, such as 12 in `files+12@fleet.example`. */
function plusNumbers({ cc, headers, to }: Email): number[] {
  const delivered = headers
    .filter(({ key }) => ['delivered-to', 'x-original-to', 'envelope-to'].includes(key))
    .map(({ value }) => value);
  const addresses = [...(to ?? []), ...(cc ?? [])].map(({ address }) => address ?? '');
  return [...addresses, ...delivered].flatMap((one) => {
    const number = /\+(\d{1,9})@/.exec(one)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

/** The customer for whom a sender may send; of several, that of the plus-address. Null for none. */
export function customerOfMail(senders: readonly AllowedSender[], mail: Email): number | null {
  const from = mail.from?.address?.toLowerCase() ?? '';
  const allowed = senders
    .filter(({ address }) => (address.startsWith('@') ? from.endsWith(address) : from === address))
    .map(({ customerId }) => customerId);
  const numbers = plusNumbers(mail);
  const customers = [...new Set(allowed)].filter(
    (one) => numbers.length === 0 || numbers.includes(one),
  );
  return customers.length === 1 ? (customers[0] ?? null) : null;
}

/** @throws the error of the database or of the file store; the message then waits for the next run */
async function storeAttachment(
  { service }: MailIntake,
  customerId: number,
  name: string,
  bytes: Buffer,
): Promise<readonly FileResult[]> {
  if (bytes.length > TACHOGRAPH_LIMIT_BYTES) {
    return [{ name, state: 'rejected', id: null, reason: 'validation.file_too_large' }];
  }
  return storeArrival(service, { customerId, name, bytes, source: 'mail', receivedBy: null });
}

/** Mails to the sender what was stored and what was not. */
async function answer(
  trx: Transaction,
  customerId: number,
  mail: Email,
  results: readonly FileResult[],
): Promise<void> {
  const to = mail.from?.address ?? '';
  for (const [wording] of byWording(await mailReaders(trx, customerId, [to]))) {
    const lines = results.map(({ name, reason, state }) =>
      textOf(wording, `tachograph.mail.${state}`, {
        name,
        reason: reason === null ? '' : errorText(referenceOf(wording), reason),
      }),
    );
    const text = textOf(wording, 'tachograph.mail.body', {
      lines: lines.join('\n') || textOf(wording, 'tachograph.mail.none'),
    });
    const subject = textOf(wording, 'tachograph.mail.subject', { subject: mail.subject ?? '' });
    await enqueueMail(trx, customerId, { to, subject, text, html: htmlOfText(text) });
  }
}

/**
 * Stores the tachograph files of a message and answers its sender. A message is recognised by its digest, and
 * its answer is enqueued in the transaction that records it: if the process ends before the message is moved,
 * the next run only moves it.
 *
 * @returns where it goes
 */
export async function takeMail(intake: MailIntake, source: Buffer): Promise<MailOutcome> {
  const { db, log, senders } = intake;
  const digest = createHash('sha256').update(source).digest();
  const mail = await PostalMime.parse(source);
  const customerId = customerOfMail(senders, mail);
  const isKnown =
    customerId !== null && (await db.asSystem((trx) => customerIsKnown(trx, customerId)));
  if (!isKnown) {
    log.warn('a mail with tachograph files came from a sender who is not allowed');
    return 'failed';
  }
  const taken = await db.asSystem((trx) => mailOutcome(trx, customerId, digest));
  if (taken !== undefined) return taken;
  const files = mail.attachments.filter(({ filename }) => FILE_NAME.test(filename ?? ''));
  const results: FileResult[] = [];
  for (const { content, filename } of files.slice(0, MOST_FILES)) {
    const bytes = Buffer.from(content as ArrayBuffer);
    const name = plainName(filename ?? '');
    results.push(...(await storeAttachment(intake, customerId, name, bytes)));
  }
  const outcome = results.some(({ state }) => state !== 'rejected') ? 'processed' : 'failed';
  await db.asSystem(async (trx) => {
    const isFirst = await insertMail(trx, {
      customer_id: customerId,
      digest,
      sender: (mail.from?.address ?? '').slice(0, 320),
      outcome,
      stored: results.filter(({ state }) => state === 'stored').length,
      repeated: results.filter(({ state }) => state === 'repeated').length,
      rejected: results.filter(({ state }) => state === 'rejected').length,
    });
    if (!isFirst) return;
    await answer(trx, customerId, mail, results);
    await recordStored(trx, { customerId, source: 'mail' }, results);
  });
  return outcome;
}
