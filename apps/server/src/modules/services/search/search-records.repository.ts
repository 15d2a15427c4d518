import { type RawBuilder, sql } from 'kysely';
import { ofCustomer, type SearchedList } from '../../../platform/db/index.ts';
import { containsPattern } from '../../../platform/paging.ts';
import { visibleVehicles } from '../../core/fleet/index.ts';
import type { FoundRow } from './found-row.ts';
import type { GroupSearch } from './group-search.ts';
import { byStart, depotOf, matches, RANKED } from './search-sql.ts';

const plate = (column: string): RawBuilder<string> =>
  sql`upper(regexp_replace(${sql.ref(column)}, '\\s', '', 'g'))`;

const DEFECTS: SearchedList = {
  found: 'defect_records_found',
  id: 'r.id',
  onTheWay: (pattern) => sql`(r.search_text like upper(${pattern})
    or (select o.search_text like upper(${pattern}) from vehicles o where o.id = r.vehicle_id))`,
};
const DOCUMENTS: SearchedList = {
  found: 'vehicle_activities_found',
  id: 'a.id',
  onTheWay: (
    pattern,
  ) => sql`(coalesce(a.reference_number, '') || ' ' || a.description ilike ${pattern}
    or (select o.search_text like upper(${pattern}) from vehicles o where o.id = a.vehicle_id)
    or (select o.name ilike ${pattern} from activity_types o where o.id = a.activity_type_id))`,
};

/** The defects by number, first item, repairer and vehicle; by number first, then newest first. */
export const findDefects: GroupSearch = async (trx, viewer, terms, most) => {
  if (terms.part === null) return [];
  const isFound = await matches(trx, DEFECTS, terms);
  const { rows } = await sql<FoundRow>`
    with found as (select r.id, r.reference_number as name, r.items, r.state, r.vehicle_id, r.reported_at,
        v.registration
      from defect_records r join (${visibleVehicles(trx, viewer)}) v on v.id = r.vehicle_id
      where ${ofCustomer(viewer, 'r.customer_id')} and ${isFound}
      order by r.reported_at desc limit ${RANKED})
    select f.id, f.name, f.registration || ' · ' || coalesce(f.items -> 0 ->> 'name', '') || ': '
        || coalesce(f.items -> 0 ->> 'finding', '') as description,
      f.vehicle_id as vehicle, f.state, ${depotOf(viewer, 'f.vehicle_id')} as depot
    from found f order by ${byStart(terms, sql`f.name`)}, f.reported_at desc, f.id
    limit ${most}`.execute(trx);
  return rows;
};

/** Vehicle file items by number, description, type and vehicle; by number first, then newest first. */
export const findDocuments: GroupSearch = async (trx, viewer, terms, most) => {
  if (terms.part === null) return [];
  const isFound = await matches(trx, DOCUMENTS, terms);
  const { rows } = await sql<FoundRow>`
    with found as (select a.id, t.name, a.reference_number, a.description, a.status, a.vehicle_id,
        a.document_at, v.registration
      from vehicle_activities a join (${visibleVehicles(trx, viewer)}) v on v.id = a.vehicle_id
      join activity_types t on t.id = a.activity_type_id
      where ${ofCustomer(viewer, 'a.customer_id')} and not a.archived and a.is_latest and ${isFound}
      order by a.document_at desc limit ${RANKED})
    select f.id, f.name, concat_ws(' · ', f.registration, f.reference_number, f.description)
        as description,
      f.vehicle_id as vehicle, f.status as state, ${depotOf(viewer, 'f.vehicle_id')} as depot
    from found f order by ${byStart(terms, sql`f.reference_number`)}, f.document_at desc, f.id
    limit ${most}`.execute(trx);
  return rows;
};

/** Investigations by title, number and vehicle; pending ones first. */
export const findInvestigations: GroupSearch = async (trx, viewer, terms, most) => {
  const { rows } = await sql<FoundRow>`
    select i.id, t.title as name, '#' || i.id || ' · ' || v.registration as description,
      a.vehicle_id as vehicle, a.id as activity, ${depotOf(viewer, 'a.vehicle_id')} as depot,
      case when i.status = 'PENDING' and i.due_at < now() then 'overdue' else lower(i.status) end as state
    from investigations i
    join investigation_templates t on t.id = i.template_id
    join vehicle_activities a on a.id = i.activity_id
    join (${visibleVehicles(trx, viewer)}) v on v.id = a.vehicle_id
    where ${ofCustomer(viewer, 'i.customer_id')} and (i.id = ${terms.number}::int
      or t.title ilike ${terms.part === null ? terms.start : containsPattern(terms.text)}
      or ${plate('v.registration')} like ${`${terms.plate}%`})
    order by i.id = ${terms.number}::int desc nulls last, i.status = 'COMPLETE', i.due_at, i.id
    limit ${most}`.execute(trx);
  return rows;
};

/** Geofences by name. */
export const findGeofences: GroupSearch = async (trx, viewer, terms, most) => {
  const pattern = terms.part === null ? terms.start : containsPattern(terms.text);
  const { rows } = await sql<FoundRow>`
    select g.id, g.name, (select c.name from geofence_categories c where c.id = g.category_id)
      as description
    from geofences g where ${ofCustomer(viewer, 'g.customer_id')} and g.name ilike ${pattern}
    order by ${byStart(terms, sql`g.name`)}, lower(g.name), g.id limit ${most}`.execute(trx);
  return rows;
};
