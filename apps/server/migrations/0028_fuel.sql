-- Fillings of tanks, and fuel that left them while the vehicle stood; fuel used on trips.

create table fuel_events (
  id bigint generated always as identity primary key,
  customer_id int not null,
  vehicle_id int not null references vehicles on delete cascade,
  -- A drain is fuel that left the tank of a standing vehicle: a suspected theft.
  kind text not null check (kind in ('refuel', 'drain')),
  -- The last reading before it, and the first after it began.
  started_at timestamptz not null,
  occurred_at timestamptz not null,
  driver_id int references drivers on delete set null,
  -- Levels and their difference, in the unit: litres where the device reports them.
  level_before real not null,
  level_after real not null,
  volume real not null,
  unit text not null check (unit in ('L', '%')),
  latitude double precision,
  longitude double precision,
  -- As in trips.
  told_at timestamptz not null default '-infinity',
  unique (vehicle_id, occurred_at, kind)
);
create index fuel_events_by_customer on fuel_events (customer_id, occurred_at);
create index fuel_events_by_driver on fuel_events (driver_id) where driver_id is not null;
alter table fuel_events enable row level security;
create policy own_customer on fuel_events to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on fuel_events to roadworthy_request;

-- By the engine's counter; null if the device does not report it.
alter table trips add column fuel_used_l real;
