-- Indexes of the lists that the shared pickers read (requirement R-P07): in the order of names, upper
-- and lower case alike, so that a page is read from where it starts and no further than it goes; of one
-- customer, and of all for a global administrator.
create index depots_by_name on depots (customer_id, lower(name), id);
create index depots_of_all_by_name on depots (lower(name), id);
create index regions_by_name on regions (customer_id, lower(name), id);
create index regions_of_all_by_name on regions (lower(name), id);
create index drivers_by_first_name on drivers (customer_id, lower(first_name), lower(surname), id);
create index drivers_by_surname on drivers (customer_id, lower(surname), lower(first_name), id);
create index drivers_of_all_by_first_name on drivers (lower(first_name), lower(surname), id);
create index users_by_driver on users (driver_id) where driver_id is not null;
create index trackers_by_number on trackers (customer_id, number, id);
create index schedule_types_by_name on schedule_types (name, id);
create index schedule_types_by_category on schedule_types (category, name, id);

-- What a search finds, at most so many. Row-level security keeps an index from being used for "contains",
-- because the operator could tell of rows that are not to be seen: these functions hold the rows to the
-- customer themselves (types of schedules without one are built in). They are planned for each text:
-- short ones are found faster without the index.
create index depots_by_search on depots using gin (name gin_trgm_ops);
create index regions_by_search on regions using gin (name gin_trgm_ops);
create index schedule_types_by_search on schedule_types using gin (name gin_trgm_ops);
create index drivers_by_search on drivers using gin ((first_name || ' ' || surname) gin_trgm_ops);
do $$
declare
  list record;
begin
  for list in
    select * from (values
      ('depots', 'name', 'permission is distinct from ''admin'''),
      ('regions', 'name', 'permission is distinct from ''admin'''),
      ('drivers', 'first_name || '' '' || surname', 'true'),
      ('schedule_types', 'name', 'true')
    ) as lists (name, text, condition)
  loop
    execute format($function$
      create function %1$s_found(pattern text, most int)
        returns setof int language plpgsql stable security definer
        set search_path = public set plan_cache_mode = force_custom_plan as $body$
      declare
        sees_all boolean := request_sees_all();
        customer int := request_customer();
      begin
        return query select id from %1$I
          where (%2$s) ilike pattern and archived_at is null and %3$s
            and (sees_all or customer_id = customer or customer_id is null)
          limit most;
      end
      $body$
    $function$, list.name, list.text, list.condition);
  end loop;
end
$$;

-- Number and model of a tracker, and the registration of its vehicle.
create index trackers_by_search on trackers using gin (number gin_trgm_ops, model gin_trgm_ops);
create function trackers_found(pattern text, most int)
  returns setof int language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query
    (select t.id from trackers t
      where (t.number ilike pattern or t.model ilike pattern)
        and (sees_all or t.customer_id = customer)
      limit most)
    union
    (select t.id from vehicles v join trackers t on t.vehicle_id = v.id
      where v.registration ilike pattern and (sees_all or v.customer_id = customer)
      limit most);
end
$$;

-- As with the functions above, a short text is not looked for in the index.
alter function vehicles_found set plan_cache_mode = force_custom_plan;
