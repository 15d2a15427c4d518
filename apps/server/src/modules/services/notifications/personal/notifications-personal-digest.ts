import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { enqueueDeliveries } from '../../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { countedTextOf, textOf } from '../../../../platform/texts.ts';
import { alertLine, alertTexts } from '../../../features/alerts/index.ts';
import { PREFERENCES_PATH, readerOf, visibleAlerts } from './notifications-personal-delivery.ts';
import {
  lockDueDigest,
  type RecipientRow,
  setDigestDue,
  takeDigestAlerts,
} from './notifications-personal-dispatch.repository.ts';
import { nextDigestMs } from './recipient.ts';

/** Lines of a digest; the others are counted. */
const MOST_LINES = 100;

type DigestServices = Pick<Services, 'db' | 'config'>;

/** The mail with the alerts of a digest; null if there is none that the person may see. */
async function digestMail(
  { db, config }: DigestServices,
  trx: Transaction,
  person: RecipientRow,
  alertIds: readonly string[],
) {
  const alerts = await visibleAlerts({ db, trx }, person.user_id, alertIds);
  const [first] = alerts;
  if (first === undefined || person.email === '') return null;
  const reader = await readerOf(trx, first.customer_id, person);
  const shown = alerts.slice(-MOST_LINES);
  const more = alerts.length - shown.length;
  const lines = shown.map((alert) => {
    const texts = alertTexts(alert, reader);
    return `${alertLine(texts)}\n${config.publicUrl}${texts.path}`;
  });
  if (more > 0) lines.push(textOf(reader.wording, 'alert.digest.more', { count: String(more) }));
  const values = { count: String(alerts.length), lines: lines.join('\n\n') };
  const body = textOf(reader.wording, 'alert.digest.body', {
    ...values,
    link: `${config.publicUrl}/notifications`,
  });
  const footer = textOf(reader.wording, 'alert.personal.footer', {
    link: config.publicUrl + PREFERENCES_PATH,
  });
  const text = `${body}\n\n${footer}`;
  return {
    to: person.email,
    subject: countedTextOf(reader.wording, 'alert.digest.subject', alerts.length),
    text,
    html: htmlOfText(text),
    customerId: first.customer_id,
  };
}

/**
 * Enqueues one digest that is due, in the transaction that empties it and sets the next one.
 *
 * @returns whether one was due
 */
export async function sendNextDigest(
  services: DigestServices & { readonly db: Database },
  nowMs = Date.now(),
): Promise<boolean> {
  return services.db.asSystem(async (trx) => {
    const person = await lockDueDigest(trx, nowMs);
    if (person === undefined) return false;
    const alertIds = await takeDigestAlerts(trx, person.user_id);
    const mail = await digestMail(services, trx, person, alertIds);
    if (mail !== null) {
      const { customerId, ...content } = mail;
      await enqueueDeliveries(trx, [
        {
          customer_id: customerId,
          user_id: person.user_id,
          channel: 'email',
          kind: 'message',
          target: mail.to,
          delivery_key: `personal-digest:${person.user_id}:${person.digest_due_at?.getTime()}`,
          content,
        },
      ]);
    }
    await setDigestDue(trx, person.user_id, nextDigestMs(person, nowMs));
    return true;
  });
}
