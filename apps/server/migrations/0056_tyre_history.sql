-- A step of a tyre can be undone; its history keeps it. Steps that one person saved at once have one number.
alter table tyre_events
  add column step uuid,
  add column undone_at timestamptz,
  add column undone_by text,
  add column undone_reason text;
create index tyre_events_of_step on tyre_events (step) where step is not null;
grant update (undone_at, undone_by, undone_reason) on tyre_events to roadworthy_request;

-- The steps that fitted and removed the tyre.
alter table tyre_fittings
  add column fitted_step uuid,
  add column removed_step uuid;
create index tyre_fittings_of_fitted_step on tyre_fittings (fitted_step) where fitted_step is not null;
create index tyre_fittings_of_removed_step on tyre_fittings (removed_step)
  where removed_step is not null;

-- Pressures from the sensors of trackers, thinned: see engines/tyres/pressure-history.ts.
create table tyre_pressures (
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  position text not null,
  read_at timestamptz not null,
  pressure_kpa real not null,
  temperature_c real,
  primary key (vehicle_id, position, read_at)
);
create index tyre_pressures_by_time on tyre_pressures (customer_id, read_at);
alter table tyre_pressures enable row level security;
create policy own_customer on tyre_pressures to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on tyre_pressures to roadworthy_request;

-- Up to which record of the tracker the pressures are stored.
alter table vehicle_tyres add column pressures_until timestamptz;
