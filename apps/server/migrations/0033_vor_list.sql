-- What keeps, or kept, vehicles off the road as a list of a million entries: an index for every order, and
-- a function that finds what is searched. Each index holds what most filters ask for.

-- Repairers in any case, to order by and to go from one name to the next: row-level security would not let
-- a condition use an index of the expression.
alter table vor_entries
  add column repairer_key text generated always as (lower(repairer)) stored,
  -- The figures go over everything that is open: in these they are reckoned three times as quickly.
  add column since_s double precision not null
    generated always as (date_part('epoch', since - timestamptz '2000-01-01 00:00:00+00')) stored,
  add column daily_cost double precision generated always as (cost_per_day::double precision) stored;

drop index vor_entries_by_customer;
create index vor_entries_by_since on vor_entries (customer_id, since, id)
  include (vehicle_id, returned_at, reason);
create index vor_entries_by_return on vor_entries (customer_id, returned_at, id)
  include (vehicle_id, since, reason);
create index vor_entries_by_reason on vor_entries (customer_id, reason, id)
  include (vehicle_id, since, returned_at);
create index vor_entries_by_repairer on vor_entries (customer_id, repairer_key, repairer, id)
  include (vehicle_id, since, returned_at, reason);
create index vor_entries_by_expected_back on vor_entries (customer_id, expected_back_at, id)
  include (vehicle_id, since, returned_at, reason);
create index vor_entries_by_cost on vor_entries (customer_id, cost_per_day, id)
  include (vehicle_id, since, returned_at, reason);
drop index vor_entries_by_vehicle;
create index vor_entries_by_vehicle on vor_entries (vehicle_id, since desc)
  include (customer_id, id, returned_at, reason, repairer);

-- What is open is little; its figures are counted over it, vehicle by vehicle.
create index vor_entries_open_by_since on vor_entries (customer_id, since, id)
  include (vehicle_id, reason) where returned_at is null;
drop index vor_entries_open;
create index vor_entries_open on vor_entries (vehicle_id)
  include (customer_id, since_s, daily_cost) where returned_at is null;
-- How many vehicles there are.
create index vehicles_in_use on vehicles (customer_id) where is_active;

create index vor_entries_by_search on vor_entries using gin (note gin_trgm_ops, repairer gin_trgm_ops);
create function vor_entries_found(pattern text, most int)
  returns setof int language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query
    (select e.id from vor_entries e
      where (e.note ilike pattern or e.repairer ilike pattern)
        and (sees_all or e.customer_id = customer)
      limit most)
    union
    (select e.id from vehicles v join vor_entries e on e.vehicle_id = v.id
      where v.search_text like upper(pattern) and v.registration ilike pattern
        and (sees_all or v.customer_id = customer)
      limit most);
end
$$;
