-- The search of costs by an index instead of all rows. Upper case: comparing one text is much faster than
-- comparing several regardless of case.
alter table cost_entries add column search_text text not null
  generated always as (upper(supplier || ' ' || reference || ' ' || place)) stored;
create index cost_entries_by_search on cost_entries using gin (search_text gin_trgm_ops);

create function cost_entries_found(pattern text, most int)
  returns setof bigint language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query
    (select e.id from cost_entries e where e.search_text like upper(pattern)
      and (sees_all or e.customer_id = customer) limit most)
    union
    (select e.id from vehicles v join cost_entries e on e.vehicle_id = v.id
      where v.search_text like upper(pattern) and (sees_all or v.customer_id = customer)
      limit most);
end
$$;
