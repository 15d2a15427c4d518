-- Lists of a million rows: orders and filters that had no index yet, and searches that read every vehicle.

-- The log of a kind of record, by time.
create index audit_entries_by_kind on audit_entries
  (customer_id, subject_kind, at desc, id desc);

-- Trackers by their last report. What each tracker writes every few seconds is not put in order; its hour
-- is, which changes so seldom that the other writes touch no index, and within an hour few are sorted.
-- Those that never reported stand before all others, each in a moment of its own.
alter table trackers add column last_seen_hour timestamptz not null generated always as (coalesce(
  date_bin('1 hour', last_seen_at, timestamptz '2000-01-01 00:00:00+00'),
  to_timestamp(id::double precision - 60000000000))) stored;
create index trackers_by_last_seen on trackers (customer_id, last_seen_hour);

-- The text of a vehicle that the index knows holds its registration and more.
create or replace function trackers_found(pattern text, most int)
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
      where v.search_text like upper(pattern) and v.registration ilike pattern
        and (sees_all or v.customer_id = customer)
      limit most);
end
$$;
create or replace function notification_deliveries_found(pattern text, most int)
  returns setof bigint language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query
    (select n.id from notification_deliveries n
      where n.email ilike pattern and (sees_all or n.customer_id = customer)
      limit most)
    union
    (select n.id from vehicles v join notification_deliveries n on n.vehicle_id = v.id
      where v.search_text like upper(pattern) and v.registration ilike pattern
        and (sees_all or n.customer_id = customer)
      limit most);
end
$$;
