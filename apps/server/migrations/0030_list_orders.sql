-- Lists of a million rows: orders and filters that had no index yet, and searches that read every vehicle.

-- The log of a kind of record, by time.
create index audit_entries_by_kind on audit_entries
  (customer_id, subject_kind, at desc, id desc);

-- Trackers by their last report. What each tracker writes every few seconds is not put in order; its hour
-- is, which changes so seldom that the other writes touch no index, and within an hour few are sorted.
-- Those that never reported stand before all others, each in a moment of its own. With room on its page the
-- new version of a row stays there (HOT): of six rounds of writes 99 in 100 rows did, without room 3.
alter table trackers set (fillfactor = 70);
alter table trackers add column last_seen_hour timestamptz not null generated always as (coalesce(
  date_bin('1 hour', last_seen_at, timestamptz '2000-01-01 00:00:00+00'),
  to_timestamp(id::double precision - 60000000000))) stored;
create index trackers_by_last_seen on trackers (customer_id, last_seen_hour);

-- Users whose right ends within depots (requirement U-P03): assigned to these, or to regions of these alone,
-- or of a vehicle of these where that is all they see. Row-level security would ask for the user of each
-- assignment: this function holds the depots to the customer itself.
create function users_within(wanted int[])
  returns setof int language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  depot_ids int[] := array(select id from depots
    where id = any(wanted) and (request_sees_all() or customer_id = request_customer()));
begin
  return query
    select c.id from (
        select user_id as id from user_depots where depot_id = any(depot_ids)
        union select r.user_id from depots d join user_regions r on r.region_id = d.region_id
          where d.id = any(depot_ids)) c
      where not exists (
          select from user_depots a where a.user_id = c.id and a.depot_id <> all(depot_ids))
        and not exists (select from user_regions r left join depots d on d.region_id = r.region_id
          where r.user_id = c.id and (d.id is null or d.id <> all(depot_ids)))
    union
    select o.id from vehicle_depots v join users o on o.vehicle_id = v.vehicle_id
      where v.depot_id = any(depot_ids) and (o.is_limited_user or o.role in ('DRIVER', 'GUEST'))
        and not exists (select from user_depots a where a.user_id = o.id)
        and not exists (select from user_regions r where r.user_id = o.id);
end
$$;

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
