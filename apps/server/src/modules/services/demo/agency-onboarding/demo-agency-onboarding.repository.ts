import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** The person who invites; the demo has no account of this name. */
const MANAGER = 'Mia Manager';

const TERMS = `Welcome. Before each journey you carry out the walkaround check and report every defect.

You keep to the drivers' hours rules, drive only with your own tachograph card, and record other work by hand.

Mobile telephones are used hands-free only. Seat belts are worn. No passengers without our consent.

Accidents and near misses are reported at once to the depot.`;

/** Agencies, and three of the customer's drivers as drivers of theirs; the first engagement ends soon. */
async function insertAgencies(trx: Transaction, customerId: number): Promise<void> {
  await sql`insert into agencies (customer_id, name, contact, email, phone)
    values (${customerId}, 'Northline Drivers', 'Priya Shah', 'desk@northline.example', '+44 20 7946 0123'),
      (${customerId}, 'Swift Staffing', 'Owen Price', 'office@swift-staffing.example', '+44 20 7946 0456')
    `.execute(trx);
  await sql`update driver_files f set engaged_until = current_date + (array[12, 45, 120])[n.n::int],
      is_stale = true, agency_id = (select min(a.id) from agencies a where a.customer_id = ${customerId})
    from (select d.id, row_number() over (order by d.id desc) as n from drivers d
      where d.customer_id = ${customerId} order by d.id desc limit 3) n
    where f.driver_id = n.id`.execute(trx);
  await sql`insert into agency_terms (customer_id, version, body, created_by)
    values (${customerId}, 1, ${TERMS}::text, ${MANAGER}::text)`.execute(trx);
}

/**
 * Onboardings of which no photograph is needed: before the submission, and withdrawn. Their links open nothing:
 * nobody has their tokens.
 */
async function insertOnboardings(trx: Transaction, customerId: number): Promise<void> {
  await sql`
    with planned (n, first_name, surname, state, age, life) as (values
      (1, 'Tomasz', 'Nowak', 'in_progress', 2, 14), (2, 'Leah', 'Griffiths', 'invited', 1, 14),
      (3, 'Amir', 'Rahimi', 'invited', 20, 14),
      (4, 'Joana', 'Pires', 'in_progress', 3, 14), (5, 'Callum', 'Reid', 'withdrawn', 26, 14)),
    agency as (select array_agg(id order by id) as ids from agencies where customer_id = ${customerId}),
    made as (
      insert into agency_onboardings (customer_id, agency_id, state, email, language, documents, expires_at,
        sent_at, invited_at, invited_by, first_name, surname, born_on, phone, decided_at, decided_by, engaged_until)
      select ${customerId}, ids[1 + p.n % 2], state, lower(first_name) || '@drivers.example',
        case when p.n = 4 then 'pt' else 'en' end,
        '{licence,cpc_card,tachograph_card,right_to_work}', at + p.life * interval '1 day', at, at,
        ${MANAGER}::text, first_name, surname,
        case when state = 'in_progress' then date '1984-03-11' + p.n * 400 end,
        case when state = 'in_progress' then '+44 7700 900' || (100 + p.n) end,
        case when state = 'withdrawn' then at + interval '3 days' end,
        case when state = 'withdrawn' then ${MANAGER}::text end,
        current_date + 90
      from planned p cross join agency
        cross join lateral (select now() - p.age * interval '1 day' as at) t
      order by p.n returning id, state)
    insert into agency_onboarding_documents (customer_id, onboarding_id, kind, number, expires_on, categories)
    select ${customerId}, m.id, k.kind,
      case when m.state = 'in_progress' and k.n < 3 then 'DEMO' || m.id || k.n else '' end,
      case when m.state = 'in_progress' and k.n < 3 then current_date + 700 end,
      case when m.state = 'in_progress' and k.kind = 'licence' then '{B,C,CE}'::text[] else '{}' end
    from made m cross join unnest('{licence,cpc_card,tachograph_card,right_to_work}'::text[])
      with ordinality k (kind, n)
    order by m.id, k.n`.execute(trx);
}

/** Agencies with their drivers, the terms that drivers sign, and onboardings of a demo customer. */
export async function insertAgencyOnboarding(trx: Transaction, customerId: number): Promise<void> {
  await insertAgencies(trx, customerId);
  await insertOnboardings(trx, customerId);
}
