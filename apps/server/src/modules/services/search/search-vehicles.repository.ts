import { sql } from 'kysely';
import { visibleVehicles } from '../../core/fleet/index.ts';
import type { FoundRow } from './found-row.ts';
import type { GroupSearch } from './group-search.ts';
import { depotOf } from './search-sql.ts';

/** The vehicles by registration, VIN and model, best first. */
export const findVehicles: GroupSearch = async (trx, viewer, terms, most) => {
  const depots = viewer.depotScope === 'all' ? null : [...viewer.depotScope];
  const { rows } = await sql<FoundRow>`
    select v.id, v.registration as name, m.manufacturer_model as description, v.id as vehicle,
      ${depotOf(viewer, 'v.id')} as depot,
      case when exists (select from vor_entries e where e.vehicle_id = v.id and e.returned_at is null)
        then 'off_road' else 'in_use' end as state
    from search_vehicles(${terms.plate}, ${terms.part}, ${[...terms.near]}::text[], ${depots}::int[],
        ${viewer.vehicleId}::int, ${most}::int) with ordinality f (id, place)
      join (${visibleVehicles(trx, viewer)}) v on v.id = f.id
      join vehicles m on m.id = v.id
    order by f.place`.execute(trx);
  return rows;
};
