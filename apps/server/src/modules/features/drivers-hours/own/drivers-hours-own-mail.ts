import { formatDateTime } from '@roadworthy/domain';
import type { Transaction } from '../../../../platform/db/index.ts';
import { enqueueMail } from '../../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { languageOf, textOf } from '../../../../platform/texts.ts';
import { emailOfUser } from '../../../core/users/index.ts';
import type { InfringementRow } from '../infringements/drivers-hours-infringements.repository.ts';
import { readersOf } from './drivers-hours-own.repository.ts';

const DATES = { timeZone: 'UTC', dateFormat: null, timeFormat: null } as const;

/**
 * Notifies the driver of a debrief that waits for a signature, or the person who debriefed of the driver's
 * answer. Someone who made the change is not notified of it.
 */
export async function mailInfringement(
  trx: Transaction,
  { config }: Pick<Services, 'config'>,
  infringement: InfringementRow,
  kind: 'debriefed' | 'answered' | 'signed',
  actorId: number,
): Promise<void> {
  const { account_id: accountId, debriefer_id: debrieferId } = await readersOf(
    trx,
    infringement.id,
  );
  const readerId = kind === 'debriefed' ? accountId : debrieferId;
  if (readerId === null || readerId === actorId) return;
  const reader = await emailOfUser(trx, readerId);
  if (reader === undefined || reader.email === '') return;
  const language = languageOf(reader.language);
  const path =
    kind === 'debriefed'
      ? '/drivers-hours/own'
      : `/drivers-hours?list=infringements&open=${infringement.id}`;
  const values = {
    driver: `${infringement.first_name} ${infringement.surname}`,
    rule: textOf(language, `hours.rule.${infringement.rule}`),
    time: `${formatDateTime(infringement.end_ms, DATES)} UTC`,
    address: `${config.publicUrl}${path}`,
  };
  const subject = textOf(language, `hours.mail.${kind}`, values);
  const text = textOf(language, 'hours.mail.body', { ...values, what: subject });
  await enqueueMail(trx, infringement.customer_id, {
    to: reader.email,
    subject,
    text,
    html: htmlOfText(text),
  });
}
