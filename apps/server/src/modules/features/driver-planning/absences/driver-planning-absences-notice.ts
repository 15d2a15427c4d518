import { contract } from '@roadworthy/contract';
import { allows, formatDateTime } from '@roadworthy/domain';
import { loadViewers } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { enqueueMail } from '../../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { type LanguageReference, languageOf, textOf } from '../../../../platform/texts.ts';
import {
  type InformedUser,
  noticeText,
  notifyUser,
  readersOfInformation,
} from '../../../core/users/index.ts';
import { customerOfVisible } from '../driver-planning.repository.ts';
import type { AbsenceRow } from './driver-planning-absences.repository.ts';

/** Kind and times of an absence in words. */
function absenceTexts(
  language: LanguageReference,
  { ends_at, kind, starts_at }: AbsenceRow,
  zone: string,
) {
  const dates = { timeZone: zone, dateFormat: null, timeFormat: null };
  return {
    kind: textOf(language, `driverPlanning.absence.${kind}`),
    start: formatDateTime(starts_at.getTime(), dates),
    end: formatDateTime(ends_at.getTime(), dates),
  };
}

/**
 * The people who are notified of a driver's request: they may decide it, see the driver, and have information by
 * e-mail in their notification preferences.
 */
export async function requestReaders(
  db: Database,
  customerId: number,
  driverId: number,
): Promise<readonly InformedUser[]> {
  const readers = await db.asSystem((trx) => readersOfInformation(trx, customerId));
  const viewers = await loadViewers(
    db,
    readers.map(({ id }) => id),
  );
  const { access } = contract.driverAbsences.decide;
  const able = viewers.filter((one) => !one.lacksSecondFactor && allows(access, one));
  const seeing = await Promise.all(
    able.map(async (viewer) => {
      const customer = await db.asViewer(viewer, (trx) => customerOfVisible(trx, viewer, driverId));
      return customer === undefined ? [] : [viewer.userId];
    }),
  );
  return readers.filter(({ id }) => seeing.flat().includes(id));
}

/**
 * Notifies people of a driver's request, in its transaction.
 *
 * @param zone of the plan, in which the mail names the times
 */
export async function mailRequest(
  trx: Transaction,
  { config }: Pick<Services, 'config'>,
  absence: AbsenceRow,
  { readers, zone }: { readonly readers: readonly InformedUser[]; readonly zone: string },
): Promise<void> {
  for (const reader of readers) {
    const language = languageOf(reader.language);
    const values = {
      ...absenceTexts(language, absence, zone),
      driver: `${absence.first_name} ${absence.surname}`,
      note: absence.note === '' ? '–' : absence.note,
      address: `${config.publicUrl}/driver-planning?list=absences&open=${absence.id}`,
    };
    const text = textOf(language, 'driverPlanning.mail.requestedBody', values);
    await enqueueMail(trx, absence.customer_id, {
      to: reader.email,
      subject: textOf(language, 'driverPlanning.mail.requested', values),
      text,
      html: htmlOfText(text),
    });
  }
}

/**
 * Notifies the driver of the decision about a request. A driver without an account gets no mail.
 *
 * @param zone of the plan, in which the mail names the times
 */
export async function notifyOfDecision(
  trx: Transaction,
  services: Pick<Services, 'config'>,
  absence: AbsenceRow,
  zone: string,
): Promise<void> {
  if (absence.account_id === null || absence.state === 'requested') return;
  const { account_id: userId, customer_id: customerId, state } = absence;
  await notifyUser(trx, services, {
    customerId,
    userId,
    path: '/driver-planning/own',
    tag: `absence-${absence.id}`,
    write: (language, address) => {
      const values = {
        ...absenceTexts(language, absence, zone),
        answer: absence.answer === '' ? '–' : absence.answer,
        person: absence.decided_by ?? '–',
        address,
      };
      const keys = [`driverPlanning.mail.${state}`, 'driverPlanning.mail.body'] as const;
      return noticeText(language, keys, values);
    },
  });
}
