-- Vans over 2.5 t in international haulage need a tachograph since 1 July 2026 (Regulation (EC) No 561/2006,
-- article 2(1)(aa)).
alter table vehicles
  -- Carries goods in international transport or cabotage, for hire or reward, or on own account with driving
  -- as the main activity of the driver (article 3(ha)).
  add column is_international_haulage boolean not null default false;

-- The first day on which the law requires a tachograph in a vehicle; null for never. It repeats
-- `tachographRequirement` of packages/domain.
create function tachograph_required_since(v vehicles) returns date language sql immutable as $$
  select case
    when v.kind in ('drawbar_trailer', 'semi_trailer', 'tail_lift', 'plant') then null
    when v.type = 'STR' then date '-infinity'
    when coalesce(v.kind, lower(v.type)) not in ('van', 'car') then null
    when v.type = 'CAR' and not v.is_international_haulage then null
    when v.gross_weight_kg > 3500 then date '-infinity'
    when v.is_international_haulage and greatest(v.gross_weight_kg, v.train_weight_kg) > 2500
      then date '2026-07-01'
  end
$$;

-- A vehicle needs downloads if it needs a tachograph, or once its vehicle unit was downloaded.
create or replace function keep_vehicle_download(vehicle int) returns void language plpgsql as $$
declare
  newest date := (select max(coalesce(last_day, (received_at at time zone 'UTC')::date))
    from tachograph_files where vehicle_id = vehicle and kind = 'vehicle_unit');
begin
  insert into tachograph_downloads (customer_id, vehicle_id, last_day, due_on, is_current)
    select customer_id, id, newest, tachograph_due_on(customer_id, false, newest),
      is_active and archived_at is null and (has_unit or newest is not null)
    from (select v.*, coalesce(tachograph_required_since(v) <= (now() at time zone 'UTC')::date, false)
      as has_unit from vehicles v) v
    where id = vehicle and (has_unit or newest is not null
      or exists (select from tachograph_downloads where vehicle_id = vehicle))
  on conflict (vehicle_id) do update set last_day = excluded.last_day, due_on = excluded.due_on,
    is_current = excluded.is_current;
end
$$;
drop trigger vehicles_keep_download_of_kind on vehicles;
drop trigger vehicles_keep_download on vehicles;
create trigger vehicles_keep_download
  after insert or update of type, kind, is_active, archived_at, gross_weight_kg, train_weight_kg,
    is_international_haulage on vehicles
  for each row execute function keep_downloads();
select keep_vehicle_download(id) from vehicles where type = 'VAN' and gross_weight_kg > 3500;

-- A vehicle that begins to need downloads: its last four weeks are compared with the tracker.
create function queue_unaccounted_vehicle() returns trigger language plpgsql as $$
begin
  insert into unaccounted_due (customer_id, vehicle_id, from_at, to_at)
    select new.customer_id, new.vehicle_id, now() - interval '28 days', now()
    where exists (select from trips where vehicle_id = new.vehicle_id
      and started_at > now() - interval '28 days');
  return null;
end
$$;
create trigger tachograph_downloads_queue_added after insert on tachograph_downloads
  for each row when (new.vehicle_id is not null and new.is_current)
  execute function queue_unaccounted_vehicle();
create trigger tachograph_downloads_queue_needed after update of is_current on tachograph_downloads
  for each row when (new.vehicle_id is not null and new.is_current and not old.is_current)
  execute function queue_unaccounted_vehicle();
