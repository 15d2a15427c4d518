-- Unaccounted driving: what vehicle units and driver cards say of vehicles by day, the gaps between them
-- and the tracker, and the vehicles whose gaps have to be looked for again.

-- A day in UTC of a vehicle unit, as the newest file that has it records it.
create table tachograph_unit_days (
  vehicle_id int not null references vehicles on delete cascade,
  day date not null,
  customer_id int not null references customers on delete cascade,
  -- The end of the day, or the time of the download on its last day.
  covered_until timestamptz not null,
  -- Driving with its cards, ferries and out of scope, and readings of the odometer.
  content jsonb not null,
  primary key (vehicle_id, day)
);
create index tachograph_unit_days_by_customer on tachograph_unit_days (customer_id, day);
alter table tachograph_unit_days enable row level security;
create policy own_customer on tachograph_unit_days to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on tachograph_unit_days to roadworthy_request;

-- The time that a driver card was in a vehicle, as the card records it.
create table tachograph_card_uses (
  driver_id int not null references drivers on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  customer_id int not null references customers on delete cascade,
  -- Null for a vehicle that is not in the fleet.
  vehicle_id int references vehicles on delete set null,
  odometer_from_km int not null,
  odometer_to_km int not null,
  primary key (driver_id, started_at)
);
create index tachograph_card_uses_by_vehicle on tachograph_card_uses (vehicle_id, started_at)
  where vehicle_id is not null;
create index tachograph_card_uses_by_customer on tachograph_card_uses (customer_id, ended_at);
alter table tachograph_card_uses enable row level security;
create policy own_customer on tachograph_card_uses to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on tachograph_card_uses to roadworthy_request;

-- Files whose days are not stored yet, and those that got another driver or vehicle.
alter table tachograph_files add column days_stored_at timestamptz;
create index tachograph_files_to_store on tachograph_files (id)
  where days_stored_at is null and kind in ('driver_card', 'vehicle_unit');
create function tachograph_file_moved() returns trigger language plpgsql as $$
begin
  new.days_stored_at := null;
  return new;
end
$$;
create trigger tachograph_files_moved before update of driver_id, vehicle_id on tachograph_files
  for each row when (old.driver_id is distinct from new.driver_id
    or old.vehicle_id is distinct from new.vehicle_id)
  execute function tachograph_file_moved();

-- Stretches of driving that the records do not agree about. The analysis writes and removes those about
-- which nobody has decided.
create table unaccounted_driving (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  kind text not null check (kind in
    ('without_card', 'other_card', 'not_recorded', 'missing_download', 'tracker_gap')),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- Time at the wheel within the stretch.
  driven_s int not null,
  -- Null if nothing tells it.
  distance_m int,
  driver_id int references drivers on delete set null,
  -- The holder and number of the card that was used instead.
  card_driver_id int references drivers on delete set null,
  card_number text,
  -- The files that would cover it.
  needs_unit boolean not null,
  needs_card boolean not null,
  is_odometer boolean not null,
  state text not null default 'new' check (state in ('new', 'explained', 'follow_up')),
  note text not null default '',
  decided_by int references users on delete set null,
  decided_at timestamptz,
  -- The analysis does not find a gap any more about which somebody has decided.
  is_outdated boolean not null default false,
  version int not null default 1
);
create index unaccounted_driving_by_customer on unaccounted_driving (customer_id, started_at desc, id);
create index unaccounted_driving_of_all on unaccounted_driving (started_at desc, id);
create index unaccounted_driving_by_vehicle on unaccounted_driving (vehicle_id, started_at);
create index unaccounted_driving_by_driver on unaccounted_driving (driver_id, started_at)
  where driver_id is not null;
create index unaccounted_driving_by_holder on unaccounted_driving (card_driver_id)
  where card_driver_id is not null;
create index unaccounted_driving_by_author on unaccounted_driving (decided_by)
  where decided_by is not null;
alter table unaccounted_driving enable row level security;
create policy own_customer on unaccounted_driving to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on unaccounted_driving to roadworthy_request;

-- Vehicles and times whose inputs have changed. Rows are only added and removed, so that the derivation
-- of trips waits for nobody.
create table unaccounted_due (
  id bigint generated always as identity primary key,
  customer_id int not null,
  vehicle_id int not null,
  from_at timestamptz not null,
  to_at timestamptz not null
);
create index unaccounted_due_by_vehicle on unaccounted_due (vehicle_id);
alter table unaccounted_due enable row level security;
create policy own_customer on unaccounted_due to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert on unaccounted_due to roadworthy_request;

create function queue_unaccounted_trip() returns trigger language plpgsql as $$
begin
  if exists (select from tachograph_downloads d where d.vehicle_id = new.vehicle_id and d.is_current
      and d.exempt_at is null) then
    insert into unaccounted_due (customer_id, vehicle_id, from_at, to_at)
      values (new.customer_id, new.vehicle_id, new.started_at, new.ended_at);
  end if;
  return null;
end
$$;
create trigger trips_queue_unaccounted after insert or update on trips
  for each row when (not new.in_progress) execute function queue_unaccounted_trip();

-- The last four weeks of vehicles that had a tachograph before this migration.
insert into unaccounted_due (customer_id, vehicle_id, from_at, to_at)
  select customer_id, vehicle_id, now() - interval '28 days', now() from tachograph_downloads
  where vehicle_id is not null and is_current and exempt_at is null;
