import { recordChange } from '../src/platform/audit/index.ts';
import type { Database } from '../src/platform/db/index.ts';
import type { Input } from './foreign.ts';
import { PASSWORD } from './people.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

/** Ids of what is planted here. */
const PLANTED = 90_001;
const SESSION = 'foreign-session';

/** Gives the person of the other customer a token, a passkey, a session, and an entry of the log. */
export async function plantPeople(
  db: Database,
  { away, people, vehicles }: TrackedFleet,
): Promise<number> {
  await db.pool.query(
    `with token as (insert into api_tokens (id, user_id, name, token_hash, hint, scopes, expires_at)
         overriding system value
       values ($1, $2, 'Canary token', 'canary', 'cana', '{read}', now() + interval '1 day')),
     passkey as (insert into passkeys (id, user_id, credential_id, public_key, counter, name)
         overriding system value values ($1, $2, 'canary', 'canary', 0, 'Canary key')),
     rule as (insert into private_use_rules (id, customer_id, vehicle_id, kind, starts_at, ends_at,
         time_zone, created_by_name) overriding system value
       values ($1, $4, $5, 'period', '2026-01-01', '2026-01-02', 'UTC', 'Canary')),
     session as (insert into account_sessions (grant_id, user_id) values ($3, $2))
     insert into sign_on_artifacts (model, id, payload)
     values ('Grant', $3, jsonb_build_object('accountId', $2::text))`,
    [PLANTED, people.foreign, SESSION, away.customerId, vehicles.f1.vehicleId],
  );
  await db.asSystem((trx) =>
    recordChange(trx, {
      customerId: away.customerId,
      actor: { userId: people.foreign, name: 'Canary' },
      subject: { kind: 'vehicle', id: '1', name: 'Canary van' },
      action: 'created',
      before: null,
      after: { name: 'Canary' },
    }),
  );
  const { rows } = await db.pool.query<{ id: string }>(
    'select max(id) as id from audit_entries where customer_id = $1',
    [away.customerId],
  );
  return Number(rows[0]?.id);
}

/**
 * Right questions about users, accounts and the audit log that aim at those of another customer.
 *
 * @param entryId of the other customer's log
 */
export function foreignPeople(
  { away, vehicles, foreignDriver, people }: TrackedFleet,
  entryId: number,
) {
  const params = { id: people.foreign };
  const body = {
    email: 'planted@track.test',
    first_name: 'Planted',
    last_name: 'Planted',
    permission: 3,
    regions: [away.regionId],
    vehicle_groups: [away.depotId],
    driver: foreignDriver,
    vehicle: vehicles.f1.vehicleId,
  };
  return {
    'users.list': { query: { customer: away.customerId } },
    'users.listAll': { query: { customer: away.customerId } },
    'users.exportFile': { query: { customer: away.customerId, format: 'csv' } },
    'users.create': { body: { ...body, customers: [away.customerId] } },
    'users.read': { params },
    'users.change': { params, body },
    'users.remove': { body: { id: people.foreign } },
    'users.restore': { body: { ids: [people.foreign] } },
    'users.unlock': { params },
    'users.resetSecondFactor': { params, body: { password: PASSWORD } },
    'users.invite': { params },
    'users.forGroup': { query: { vehicle_group: away.depotId } },
    'privacy.exportDriver': { params: { id: foreignDriver } },
    'privacy.eraseDriver': { params: { id: foreignDriver }, body: { surname: 'Canary' } },
    'privateUse.list': { query: { vehicle: vehicles.f1.vehicleId } },
    'privateUse.read': { params: { id: PLANTED } },
    'privateUse.end': { params: { id: PLANTED } },
    'privateUse.create': { body: { vehicle: vehicles.f1.vehicleId, kind: 'period' } },
    'retention.read': { query: { customer: away.customerId } },
    'retention.change': {
      body: { positions: 90, journeys: 90, video: 1, accidents: null, customer: away.customerId },
    },
    'retention.preview': {
      body: { positions: 90, journeys: 90, video: 1, accidents: null, customer: away.customerId },
    },
    'audit.read': { params: { id: entryId } },
    'account.removePasskey': { params: { id: PLANTED } },
    'account.endSession': { params: { id: SESSION } },
    'account.removeToken': { params: { id: PLANTED } },
  } as const satisfies Readonly<Record<string, Input>>;
}

/** What stands of all this, to be compared before and after. */
export async function peopleLeft({ pool }: Pick<Database, 'pool'>, { away, people }: TrackedFleet) {
  const { rows } = await pool.query(
    `select u.is_active, u.archived_at, u.email, u.role,
       (select count(*)::int from users where customer_id = $1) as users,
       (select revoked_at from api_tokens where id = $2) as token_ended,
       (select count(*)::int from passkeys where id = $2) as passkeys,
       (select count(*)::int from account_sessions where grant_id = $3) as sessions,
       (select count(*)::int from audit_entries where customer_id = $1
         and actor_id is distinct from $4) as entries
     from users u where u.id = $4`,
    [away.customerId, PLANTED, SESSION, people.foreign],
  );
  return rows[0];
}
