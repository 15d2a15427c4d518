import type { Viewer } from '../../../../platform/auth/index.ts';
import { loadViewers } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { enqueueDeliveries } from '../../../../platform/deliveries/index.ts';
import { depotsOf, kindOfAlert } from '../../../features/alerts/index.ts';
import { type SubscriptionRow, subscriptionsOf } from './notifications-personal.repository.ts';
import {
  addToDigest,
  type NewAlertRow,
  type RecipientRow,
  recipientsOf,
  takeNewAlerts,
} from './notifications-personal-dispatch.repository.ts';
import { maySee, quietEnd } from './recipient.ts';

/** Alerts in one transaction. */
const AT_ONCE = 100;

type Enqueued = Parameters<typeof enqueueDeliveries>[1][number];

/** The addresses of a person for a kind of alert, by channel. */
function targetsOf(
  person: RecipientRow,
  kind: ReturnType<typeof kindOfAlert>,
  browsers: readonly SubscriptionRow[],
): (Pick<Enqueued, 'channel' | 'target' | 'content'> & { readonly key: string })[] {
  return [
    ...(person.email_kinds.includes(kind) && person.email !== ''
      ? [{ channel: 'email', target: person.email, key: 'email' } as const]
      : []),
    ...(person.sms_kinds.includes(kind) && person.phone !== null
      ? [{ channel: 'sms', target: person.phone, key: 'sms' } as const]
      : []),
    ...(person.push_kinds.includes(kind)
      ? browsers.map(({ id, endpoint }) => ({
          channel: 'push' as const,
          target: new URL(endpoint).origin,
          content: { subscriptionId: id },
          key: `push:${id}`,
        }))
      : []),
  ];
}

/** What a person receives of an alert: deliveries, or an entry in the digest instead of a mail. */
function notificationsOf(
  alert: NewAlertRow,
  person: RecipientRow,
  browsers: readonly SubscriptionRow[],
  nowMs: number,
) {
  const kind = kindOfAlert(alert);
  const isUrgent = person.urgent_kinds.includes(kind);
  const all = targetsOf(person, kind, browsers);
  const isInDigest = person.digest !== 'none' && !isUrgent;
  const atMs = (isUrgent ? null : quietEnd(person, nowMs)) ?? nowMs;
  return {
    deliveries: all
      .filter(({ channel }) => channel !== 'email' || !isInDigest)
      .map(({ key, ...to }) => ({
        ...to,
        customer_id: alert.customer_id,
        queue: to.channel,
        kind: 'personal_alert',
        delivery_key: `personal:${alert.id}:${person.user_id}:${key}`,
        alert_id: alert.id,
        user_id: person.user_id,
        next_attempt_at: new Date(atMs),
      })),
    isForDigest: isInDigest && all.some(({ channel }) => channel === 'email'),
  };
}

async function enqueueAlerts(
  { db, trx }: { db: Database; trx: Transaction },
  alerts: readonly NewAlertRow[],
  nowMs: number,
): Promise<void> {
  const people = await recipientsOf(trx, [...new Set(alerts.map((one) => one.customer_id))]);
  if (people.length === 0) return;
  const ids = people.map(({ user_id: id }) => id);
  const viewers = new Map<number, Viewer>();
  for (const viewer of await loadViewers(db, ids)) viewers.set(viewer.userId, viewer);
  const browsers = await subscriptionsOf(trx, ids);
  const depots = await depotsOf(trx, [...new Set(alerts.map((one) => one.vehicle_id))]);
  for (const alert of alerts) {
    const deliveries: Enqueued[] = [];
    const digest: { user_id: number; alert_id: string }[] = [];
    for (const person of people) {
      const viewer = viewers.get(person.user_id);
      if (viewer === undefined) continue;
      if (!maySee(viewer, alert, depots.get(alert.vehicle_id) ?? [])) continue;
      const own = browsers.filter(({ user_id: id }) => id === person.user_id);
      const found = notificationsOf(alert, person, own, nowMs);
      deliveries.push(...found.deliveries);
      if (found.isForDigest) digest.push({ user_id: person.user_id, alert_id: alert.id });
    }
    await enqueueDeliveries(trx, deliveries);
    await addToDigest(trx, digest);
  }
}

/**
 * Notifies people of new alerts by their preferences. An alert is marked in the transaction that
 * enqueues its deliveries, so that it is neither lost nor repeated.
 *
 * @returns the number of alerts
 */
export async function notifyPeople(db: Database, nowMs = Date.now()): Promise<number> {
  return db.asSystem(async (trx) => {
    const alerts = await takeNewAlerts(trx, AT_ONCE);
    if (alerts.length > 0) await enqueueAlerts({ db, trx }, alerts, nowMs);
    return alerts.length;
  });
}
