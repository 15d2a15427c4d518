import { formatDate } from '@roadworthy/domain';
import { wordingOf } from '../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { enqueueMail } from '../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../platform/mail/index.ts';
import { textOf } from '../../../platform/texts.ts';
import { emailOfUser } from '../../core/users/index.ts';
import type { EnteredRow, OnboardingRow } from './agency-onboarding.repository.ts';

const DATES = { timeZone: 'UTC', dateFormat: null, timeFormat: null } as const;

/** Mails to the driver. */
type DriverMail = 'invitation' | 'corrections' | 'accepted' | 'rejected';

async function customerName(trx: Transaction, customerId: number): Promise<string> {
  const { name } = await trx
    .selectFrom('customers')
    .select('name')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return name;
}

/**
 * Sends a mail to the driver in the language of the invitation.
 *
 * @param address of the link; empty for mails without one
 * @param rejected documents to correct
 */
export async function mailDriver(
  trx: Transaction,
  onboarding: OnboardingRow,
  kind: DriverMail,
  {
    address = '',
    rejected = [],
  }: { readonly address?: string; readonly rejected?: readonly EnteredRow[] } = {},
): Promise<void> {
  const wording = await wordingOf(trx, onboarding.customer_id, onboarding.language);
  const values = {
    name: onboarding.first_name,
    customer: await customerName(trx, onboarding.customer_id),
    agency: onboarding.agency,
    address,
    reason: onboarding.reason,
    until: formatDate(onboarding.expires_at.getTime(), DATES),
    lines: rejected
      .map((one) => `${textOf(wording, `driversFile.item.${one.kind}`)}: ${one.reason}`)
      .join('\n'),
  };
  const text = textOf(wording, `agencyOnboarding.mail.${kind}`, values);
  await enqueueMail(trx, onboarding.customer_id, {
    to: onboarding.email,
    subject: textOf(wording, `agencyOnboarding.mail.${kind}Subject`, values),
    text,
    html: htmlOfText(text),
  });
}

/** Tells the person who has sent the invitation that the driver has submitted everything. */
export async function mailInviter(
  trx: Transaction,
  onboarding: OnboardingRow,
  publicUrl: string,
): Promise<void> {
  if (onboarding.invited_by_id === null) return;
  const reader = await emailOfUser(trx, onboarding.invited_by_id);
  if (reader === undefined || reader.email === '') return;
  const wording = await wordingOf(trx, onboarding.customer_id, reader.language);
  const values = {
    name: `${onboarding.first_name} ${onboarding.surname}`,
    agency: onboarding.agency,
    address: `${publicUrl}/agency-onboarding?open=${onboarding.id}`,
  };
  const text = textOf(wording, 'agencyOnboarding.mail.submitted', values);
  await enqueueMail(trx, onboarding.customer_id, {
    to: reader.email,
    subject: textOf(wording, 'agencyOnboarding.mail.submittedSubject', values),
    text,
    html: htmlOfText(text),
  });
}
