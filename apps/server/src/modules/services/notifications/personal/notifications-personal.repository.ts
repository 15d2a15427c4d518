import { type Selectable, sql } from 'kysely';
import type { Tables, Transaction } from '../../../../platform/db/index.ts';

export type PreferencesRow = Selectable<Tables['notification_preferences']>;
export type PreferencesValues = Omit<PreferencesRow, 'user_id' | 'changed_at'>;
export type SubscriptionRow = Selectable<Tables['push_subscriptions']>;

/** The stored preferences of a user; undefined for the defaults. */
export async function preferencesOf(
  trx: Transaction,
  userId: number,
): Promise<PreferencesRow | undefined> {
  return trx
    .selectFrom('notification_preferences')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function storePreferences(
  trx: Transaction,
  userId: number,
  values: PreferencesValues,
): Promise<void> {
  await trx
    .insertInto('notification_preferences')
    .values({ user_id: userId, ...values })
    .onConflict((on) =>
      on.column('user_id').doUpdateSet({ ...values, changed_at: sql<Date>`now()` }),
    )
    .execute();
}

/** Whether alerts wait for the digest of a user. */
export async function hasDigestAlerts(trx: Transaction, userId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('digest_alerts')
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The address and time zone of a user. */
export async function accountOf(trx: Transaction, userId: number) {
  return trx
    .selectFrom('users')
    .select(['email', 'time_zone', 'date_format', 'time_format', 'language', 'customer_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Condition: the session of the browser has not ended; its row is deleted later. */
const SESSION_LIVES = sql<boolean>`exists (select from sign_on_artifacts g
  where g.model = 'Grant' and g.id = push_subscriptions.grant_id
    and (g.expires_at is null or g.expires_at > now()))`;

/** The browsers of users that are signed in, oldest first. */
export async function subscriptionsOf(
  trx: Transaction,
  userIds: readonly number[],
): Promise<SubscriptionRow[]> {
  if (userIds.length === 0) return [];
  return trx
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', 'in', [...userIds])
    .where(SESSION_LIVES)
    .orderBy('id')
    .execute();
}

export async function subscriptionById(
  trx: Transaction,
  id: number,
): Promise<SubscriptionRow | undefined> {
  return trx
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('id', '=', id)
    .where(SESSION_LIVES)
    .executeTakeFirst();
}

/** Stores a browser; one that another person used before changes its owner. */
export async function storeSubscription(
  trx: Transaction,
  values: Omit<SubscriptionRow, 'id' | 'created_at'>,
): Promise<SubscriptionRow> {
  return trx
    .insertInto('push_subscriptions')
    .values(values)
    .onConflict((on) => on.column('endpoint').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes the oldest browsers of a user above a number. */
export async function limitSubscriptions(
  trx: Transaction,
  userId: number,
  most: number,
): Promise<void> {
  await sql`delete from push_subscriptions where id in (
    select id from push_subscriptions where user_id = ${userId} order by id desc offset ${most})`.execute(
    trx,
  );
}

/** Deletes a browser of a user. Returns whether there was one. */
export async function deleteSubscription(
  trx: Transaction,
  userId: number,
  id: number,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where(SESSION_LIVES)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
