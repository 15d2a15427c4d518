import type { Database } from '../src/platform/db/index.ts';
import { FOREIGN, type Input } from './foreign.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

/** Plants an agency of the other customer and an onboarding that waits for a decision. */
export async function plantAgency(db: Database, { away, people }: TrackedFleet): Promise<void> {
  await db.pool.query(
    `with agency as (insert into agencies (id, customer_id, name) overriding system value
       values ($1, $2, 'Canary agency') returning id),
     onboarding as (insert into agency_onboardings (id, customer_id, agency_id, email, language,
         documents, state, expires_at, sent_at, invited_by, invited_by_id, first_name, surname)
       overriding system value
       select $1, $2, id, 'canary@agency.test', 'en', '{licence}', 'submitted', now() + interval '1 day',
         now() - interval '1 day', 'Canary', $3, 'Canary', 'Canary' from agency returning id)
     insert into agency_onboarding_documents (customer_id, onboarding_id, kind, number)
     select $2, id, 'licence', 'CANARY1' from onboarding`,
    [FOREIGN, away.customerId, people.foreign],
  );
  await db.pool.query(
    `insert into agency_terms (customer_id, version, body, created_by) values ($1, 1, 'Canary', 'Canary')`,
    [away.customerId],
  );
}

/** Right questions about onboardings and agencies that aim at the other customer's. */
export function foreignAgency({ away, foreignDriver }: TrackedFleet) {
  const params = { id: FOREIGN };
  const invitation = {
    first_name: 'Planted',
    surname: 'Planted',
    email: 'planted@agency.test',
    language: 'en',
    documents: ['licence'],
  };
  return {
    'agencyOnboarding.read': { params },
    'agencyOnboarding.invite': { body: { ...invitation, agency: FOREIGN, depot: away.depotId } },
    'agencyOnboarding.resend': { params, body: { days: 7 } },
    'agencyOnboarding.withdraw': { params, body: { version: 1 } },
    'agencyOnboarding.decide': {
      params: { id: FOREIGN, kind: 'licence' },
      body: { is_accepted: true },
    },
    'agencyOnboarding.sendBack': { params, body: { days: 7, version: 1 } },
    'agencyOnboarding.reject': { params, body: { reason: 'Planted', version: 1 } },
    'agencyOnboarding.accept': { params, body: { driver: foreignDriver, version: 1 } },
    'agencies.read': { params },
    'agencies.change': { params, body: { name: 'Planted' } },
    'agencies.archive': { body: { ids: [FOREIGN], archived: true } },
  } satisfies Record<string, Input>;
}
