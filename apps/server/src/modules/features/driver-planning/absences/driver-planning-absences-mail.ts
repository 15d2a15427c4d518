import { formatMoment } from '@roadworthy/domain';
import type { Transaction } from '../../../../platform/db/index.ts';
import { enqueueMail } from '../../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { languageOf, textOf } from '../../../../platform/texts.ts';
import { emailOfUser } from '../../../core/users/index.ts';
import type { AbsenceRow } from './driver-planning-absences.repository.ts';

/**
 * Notifies the driver of the decision about a request. A driver without an account gets no mail.
 *
 * @param zone of the plan, in which the mail names the times
 */
export async function mailDecision(
  trx: Transaction,
  { config }: Pick<Services, 'config'>,
  absence: AbsenceRow,
  zone: string,
): Promise<void> {
  if (absence.account_id === null || absence.state === 'requested') return;
  const reader = await emailOfUser(trx, absence.account_id);
  if (reader === undefined || reader.email === '') return;
  const language = languageOf(reader.language);
  const dates = { timeZone: zone, dateFormat: null, timeFormat: null };
  const values = {
    kind: textOf(language, `driverPlanning.absence.${absence.kind}`),
    start: formatMoment(absence.starts_at.getTime(), dates),
    end: formatMoment(absence.ends_at.getTime(), dates),
    answer: absence.answer === '' ? '–' : absence.answer,
    person: absence.decided_by ?? '–',
    address: `${config.publicUrl}/driver-planning/own`,
  };
  const subject = textOf(language, `driverPlanning.mail.${absence.state}`, values);
  const text = textOf(language, 'driverPlanning.mail.body', { ...values, what: subject });
  await enqueueMail(trx, absence.customer_id, {
    to: reader.email,
    subject,
    text,
    html: htmlOfText(text),
  });
}
