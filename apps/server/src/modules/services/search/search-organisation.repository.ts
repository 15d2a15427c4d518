import { sql } from 'kysely';
import { ofCustomer, type SearchedList, vehicleInScope } from '../../../platform/db/index.ts';
import { depotIsVisible, visibleDrivers } from '../../core/fleet/index.ts';
import { userInScope } from '../../core/users/index.ts';
import type { FoundRow } from './found-row.ts';
import type { GroupSearch } from './group-search.ts';
import { byStart, depotOf, matches, RANKED } from './search-sql.ts';

const DRIVER_TEXT = sql`d.first_name || ' ' || d.surname || ' ' || coalesce(d.email, '') || ' '
  || coalesce(d.licence_number, '') || ' ' || coalesce(d.tag_number, '') || ' '
  || coalesce(d.rfid_number, '') || ' ' || coalesce(d.tachograph_card_number, '')`;
const DRIVERS: SearchedList = {
  found: 'driver_details_found',
  id: 'd.id',
  onTheWay: (pattern) => sql`${DRIVER_TEXT} ilike ${pattern}`,
};
const DEPOTS: SearchedList = {
  found: 'depots_found',
  id: 'g.id',
  onTheWay: (pattern) => sql`g.name ilike ${pattern}`,
};
const USERS: SearchedList = {
  found: 'users_found',
  id: 'u.id',
  onTheWay: (pattern) => sql`u.username || ' ' || u.email || ' ' || u.first_name || ' '
    || u.last_name ilike ${pattern}`,
};
const TRACKERS: SearchedList = {
  found: 'trackers_found',
  id: 't.id',
  onTheWay: (pattern) => sql`(t.number ilike ${pattern} or t.model ilike ${pattern}
    or (select o.registration ilike ${pattern} from vehicles o where o.id = t.vehicle_id))`,
};

/** The drivers by name, e-mail, licence, tag and card. */
export const findDrivers: GroupSearch = async (trx, viewer, terms, most) => {
  const isFound = await matches(trx, DRIVERS, terms);
  const { rows } = await sql<FoundRow>`
    with found as (select d.id, d.first_name || ' ' || d.surname as name, d.surname,
        coalesce(d.licence_number, '') as description
      from drivers d where d.archived_at is null and ${await visibleDrivers(trx, viewer)}
        and ${isFound} limit ${RANKED})
    select id, name, description from found f
    order by least(${byStart(terms, sql`f.name`)}, ${byStart(terms, sql`f.surname`)}), lower(name), id
    limit ${most}`.execute(trx);
  return rows;
};

/** The depots by name. */
export const findDepots: GroupSearch = async (trx, viewer, terms, most) => {
  const isFound = await matches(trx, DEPOTS, terms);
  const { rows } = await sql<FoundRow>`
    with found as (select g.id, g.name, g.region_id from depots g
      where ${depotIsVisible(viewer)} and g.permission is distinct from 'admin' and ${isFound}
      limit ${RANKED})
    select f.id, f.name, (select r.name from regions r where r.id = f.region_id) as description
    from found f order by ${byStart(terms, sql`f.name`)}, lower(f.name), f.id
    limit ${most}`.execute(trx);
  return rows;
};

/** The users by name, user name and e-mail. */
export const findUsers: GroupSearch = async (trx, viewer, terms, most) => {
  const isFound = await matches(trx, USERS, terms);
  const { rows } = await sql<FoundRow>`
    with found as (select u.id, u.first_name || ' ' || u.last_name as name, u.email as description,
        case when u.locked_until > now() then 'locked' when u.is_active then 'active'
          else 'inactive' end as state
      from users u where u.archived_at is null and ${ofCustomer(viewer, 'u.customer_id')}
        and ${userInScope(viewer, 'u.id')} and ${isFound} limit ${RANKED})
    select id, name, description, state from found f
    order by least(${byStart(terms, sql`f.name`)}, ${byStart(terms, sql`f.description`)}), lower(name), id
    limit ${most}`.execute(trx);
  return rows;
};

/** The trackers by number (IMEI or serial number), model, and registration of the vehicle. */
export const findTrackers: GroupSearch = async (trx, viewer, terms, most) => {
  if (terms.part === null) return [];
  const isFound = await matches(trx, TRACKERS, terms);
  const { rows } = await sql<FoundRow>`
    with found as (select t.id, t.number as name, t.model, t.vehicle_id from trackers t
      where t.archived_at is null and t.permission is distinct from 'admin'
        and ${ofCustomer(viewer, 't.customer_id')}
        and (t.vehicle_id is null or ${vehicleInScope(viewer, 't.vehicle_id')}) and ${isFound}
      limit ${RANKED}),
    best as (select * from found f order by ${byStart(terms, sql`f.name`)}, f.name, f.id
      limit ${most})
    select b.id, b.name, concat_ws(' · ', v.registration, nullif(b.model, '')) as description,
      b.vehicle_id as vehicle, ${depotOf(viewer, 'b.vehicle_id')} as depot,
      case when b.vehicle_id is null then 'unfitted' else 'fitted' end as state
    from best b left join vehicles v on v.id = b.vehicle_id
    order by ${byStart(terms, sql`b.name`)}, b.name, b.id`.execute(trx);
  return rows;
};
