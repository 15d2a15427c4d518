-- The search over all records (docs/search.md). It uses pg_trgm, which the first migration creates, and no
-- other extension (decision 34). As for depots_found, row-level security would keep a query from using
-- these indexes, so the functions run as the owner and limit the rows to the customer themselves.

create index vehicles_by_typed_registration on vehicles
  (customer_id, upper(regexp_replace(registration, '\s', '', 'g')) text_pattern_ops, id) where is_active;
create index vehicles_by_part_of_registration on vehicles
  using gin (upper(regexp_replace(registration, '\s', '', 'g')) gin_trgm_ops) where is_active;

-- The vehicles of a search, best first: registrations that are the text or begin with it, then those that
-- contain it (also in VIN or model), then, if there is none of these, those within one typing error.
--
-- plain: the text without spaces, in upper case, escaped for `like`; empty for none
-- part: a pattern that contains the text; null for a text that is too short for the index
-- near: patterns of the registrations within one typing error
-- depots: the depots in scope, null for all; own: the vehicle that is always in scope
create function search_vehicles(plain text, part text, near text[], depots int[], own int, most int)
  returns setof int language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
  within int[] := case when depots is null then null else array(
    select o.vehicle_id from vehicle_depots o where o.depot_id = any(depots)
    union select own where own is not null) end;
  found_count int := 0;
  step_count int;
begin
  if plain <> '' then
    return query select v.id from vehicles v
      where upper(regexp_replace(v.registration, '\s', '', 'g')) like plain || '%' and v.is_active
        and (sees_all or v.customer_id = customer) and (within is null or v.id = any(within))
      order by upper(regexp_replace(v.registration, '\s', '', 'g')) using ~<~, v.id limit most;
    get diagnostics found_count = row_count;
  end if;
  if found_count < most and part is not null then
    return query select v.id from vehicles v
      where v.search_text like part and v.is_active
        and (plain = '' or upper(regexp_replace(v.registration, '\s', '', 'g')) not like plain || '%')
        and (sees_all or v.customer_id = customer) and (within is null or v.id = any(within))
      limit most - found_count;
    get diagnostics step_count = row_count;
    found_count := found_count + step_count;
    if plain <> '' and length(plain) > 2 and found_count < most then
      return query select v.id from vehicles v
        where upper(regexp_replace(v.registration, '\s', '', 'g')) like '_%' || plain || '%'
          and v.is_active and v.search_text not like part
          and (sees_all or v.customer_id = customer) and (within is null or v.id = any(within))
        limit most - found_count;
      get diagnostics step_count = row_count;
      found_count := found_count + step_count;
    end if;
  end if;
  if found_count = 0 and cardinality(near) > 0 then
    return query select v.id from vehicles v
      where upper(regexp_replace(v.registration, '\s', '', 'g')) like any(near) and v.is_active
        and (sees_all or v.customer_id = customer) and (within is null or v.id = any(within))
      order by upper(regexp_replace(v.registration, '\s', '', 'g')), v.id limit most;
  end if;
end
$$;

create index vehicle_activities_by_search on vehicle_activities
  using gin (upper(coalesce(reference_number, '') || ' ' || description) gin_trgm_ops) where not archived;

-- The ids of vehicle file items with the pattern in number, description, type or registration.
create function vehicle_activities_found(pattern text, most int)
  returns setof int language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query
    (select a.id from vehicle_activities a
      where upper(coalesce(a.reference_number, '') || ' ' || a.description) like upper(pattern)
        and not a.archived and (sees_all or a.customer_id = customer) limit most)
    union
    (select a.id from vehicles v join vehicle_activities a on a.vehicle_id = v.id
      where v.search_text like upper(pattern) and (sees_all or v.customer_id = customer)
        and not a.archived limit most)
    union
    (select a.id from activity_types t join vehicle_activities a on a.activity_type_id = t.id
      where t.name ilike pattern and (sees_all or a.customer_id = customer)
        and not a.archived limit most);
end
$$;
