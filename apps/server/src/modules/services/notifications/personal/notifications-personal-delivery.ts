import { loadViewer } from '../../../../platform/auth/index.ts';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import {
  type DeliveryRow,
  enqueueDeliveries,
  type Message,
  type Notice,
  Undeliverable,
} from '../../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf, type Wording } from '../../../../platform/texts.ts';
import {
  type AlertFacts,
  alertLine,
  alertMailTexts,
  alertsById,
  alertTexts,
  depotsOf,
  kindOfAlert,
} from '../../../features/alerts/index.ts';
import {
  accountOf,
  deleteSubscription,
  subscriptionById,
} from './notifications-personal.repository.ts';
import { type RecipientRow, recipientById } from './notifications-personal-dispatch.repository.ts';
import { maySee } from './recipient.ts';

/** Where a person changes the preferences. */
export const PREFERENCES_PATH = '/administration/user-preferences/notifications';

const ENDED = 'delivery.push_ended';

type Personal = Pick<Services, 'deliveries' | 'db' | 'config'>;

/** How a person reads an alert, in the texts of its customer. */
export async function readerOf(trx: Transaction, customerId: number | null, person: RecipientRow) {
  return {
    wording: await wordingOf(trx, customerId, person.language),
    timeZone: person.user_time_zone ?? person.time_zone,
    dateFormat: person.date_format,
    timeFormat: person.time_format,
  };
}

/** The alerts of a list that a person may see now. */
export async function visibleAlerts(
  { db, trx }: { db: Services['db']; trx: Transaction },
  userId: number,
  ids: readonly string[],
): Promise<AlertFacts[]> {
  const viewer = await loadViewer(db, userId);
  if (viewer === null || ids.length === 0) return [];
  const alerts = await alertsById(trx, ids);
  if (alerts.length === 0) return [];
  const depots = await depotsOf(trx, [...new Set(alerts.map((one) => one.vehicle_id))]);
  return alerts.filter((alert) => maySee(viewer, alert, depots.get(alert.vehicle_id) ?? []));
}

/** The address of a browser; its content contains its id. */
async function subscriptionFor(trx: Transaction, { content, user_id: userId }: DeliveryRow) {
  const found = await subscriptionById(trx, Number(content?.subscriptionId ?? 0));
  if (found === undefined || found.user_id !== userId) throw new Undeliverable(ENDED);
  return found;
}

const KINDS = { email: 'email_kinds', push: 'push_kinds', sms: 'sms_kinds' } as const;

/** The message of an alert to a person who still wants it and may still see it. */
async function composeAlert(
  { db, config }: Personal,
  trx: Transaction,
  delivery: DeliveryRow,
): Promise<Message> {
  const { channel, target, alert_id: alertId, user_id: userId } = delivery;
  const person = await recipientById(trx, userId ?? 0);
  const [alert] = await visibleAlerts({ db, trx }, userId ?? 0, [alertId ?? '0']);
  const isWanted =
    channel !== 'webhook' &&
    alert !== undefined &&
    person?.[KINDS[channel]].includes(kindOfAlert(alert)) === true;
  if (!isWanted) throw new Undeliverable('delivery.not_wanted');
  const texts = alertTexts(alert, await readerOf(trx, alert.customer_id, person));
  if (channel === 'sms') return { channel, to: target, text: alertLine(texts) };
  if (channel === 'push') {
    const { when, registration, geofence, defect, path } = texts;
    return {
      channel,
      subscription: await subscriptionFor(trx, delivery),
      notification: {
        title: `${texts.event}: ${registration}`,
        body: [when, geofence, defect].filter(Boolean).join(' · '),
        path,
        tag: `alert-${alert.alert_id}`,
      },
      isUrgent: person.urgent_kinds.includes(kindOfAlert(alert)),
    };
  }
  const mail = alertMailTexts(texts, config.publicUrl);
  const link = config.publicUrl + PREFERENCES_PATH;
  const text = `${mail.text}\n\n${textOf(texts.wording, 'alert.personal.footer', { link })}`;
  return {
    channel: 'email',
    mail: { to: target, subject: mail.subject, text, html: htmlOfText(text) },
  };
}

function testMessage(wording: Wording, delivery: DeliveryRow): Message | null {
  const title = textOf(wording, 'alert.test.title');
  const body = textOf(wording, 'alert.test.body');
  const { channel, target } = delivery;
  if (channel === 'sms') return { channel, to: target, text: `${title}. ${body}` };
  if (channel !== 'email') return null;
  return { channel, mail: { to: target, subject: title, text: body, html: htmlOfText(body) } };
}

/** The test message of a person, who asked for it a moment ago. */
async function composeTest(trx: Transaction, delivery: DeliveryRow): Promise<Message> {
  const account = await accountOf(trx, delivery.user_id ?? 0);
  const wording = await wordingOf(trx, account.customer_id, account.language);
  return (
    testMessage(wording, delivery) ?? {
      channel: 'push',
      subscription: await subscriptionFor(trx, delivery),
      notification: {
        title: textOf(wording, 'alert.test.title'),
        body: textOf(wording, 'alert.test.body'),
        path: PREFERENCES_PATH,
        tag: 'test',
      },
      isUrgent: false,
    }
  );
}

/** A notice of a feature, whose content is the notification. */
async function composeNotice(trx: Transaction, delivery: DeliveryRow): Promise<Message> {
  const { title, path, tag } = delivery.content as unknown as Notice;
  return {
    channel: 'push',
    subscription: await subscriptionFor(trx, delivery),
    notification: { title, body: '', path, tag },
    isUrgent: false,
  };
}

/** Enqueues a test message to the addresses of a person. */
export async function enqueueTest(
  trx: Transaction,
  of: { readonly userId: number; readonly customerId: number | null },
  targets: readonly {
    readonly channel: 'email' | 'push' | 'sms';
    readonly target: string;
    readonly content?: Readonly<Record<string, unknown>>;
  }[],
): Promise<void> {
  await enqueueDeliveries(
    trx,
    targets.map((to) => ({
      ...to,
      customer_id: of.customerId,
      user_id: of.userId,
      queue: to.channel,
      kind: 'personal_test',
    })),
  );
}

/** Composes the personal messages, and forgets browsers that have ended their subscription. */
export function registerPersonalDeliveries(services: Personal): void {
  const onResult = async (
    trx: Transaction,
    { channel, content, user_id: userId }: DeliveryRow,
    _state: DeliveryRow['state'],
    failure: string | null,
  ) => {
    if (channel !== 'push' || failure !== ENDED) return;
    await deleteSubscription(trx, userId ?? 0, Number(content?.subscriptionId ?? 0));
  };
  services.deliveries.register('personal_alert', {
    compose: (trx, delivery) => composeAlert(services, trx, delivery),
    onResult,
  });
  services.deliveries.register('personal_test', { compose: composeTest, onResult });
  services.deliveries.register('notice', { compose: composeNotice, onResult });
}
