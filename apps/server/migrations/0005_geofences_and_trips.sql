-- Geofences, and the rows that the worker derives from positions: trips, visits to geofences, events.
-- Positions are the only source: the derived rows of a vehicle can be deleted and derived again with the same
-- result (docs/decisions/0009-derivation.md).

create table geofence_categories (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  colour text not null,
  archived_at timestamptz,
  unique (customer_id, name)
);
alter table geofence_categories enable row level security;
create policy own_customer on geofence_categories to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on geofence_categories to roadworthy_request;

create table geofence_groups (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  unique (customer_id, name)
);
alter table geofence_groups enable row level security;
create policy own_customer on geofence_groups to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on geofence_groups to roadworthy_request;

create table geofences (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  category_id int references geofence_categories on delete set null,
  colour text not null,
  shape text not null check (shape in ('polygon', 'circle', 'corridor')),
  -- [[latitude, longitude], …] of a polygon or of a corridor's line; holes are a list of such rings.
  points jsonb not null default '[]',
  holes jsonb not null default '[]',
  centre_latitude double precision,
  centre_longitude double precision,
  radius_m double precision,
  alert_on_entry boolean not null,
  alert_on_exit boolean not null,
  alert_dwell_min int,
  speed_limit_kmh real,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (customer_id, name)
);
create index geofences_by_category on geofences (category_id);
alter table geofences enable row level security;
create policy own_customer on geofences to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on geofences to roadworthy_request;

create table geofence_group_members (
  customer_id int not null references customers on delete cascade,
  geofence_id int not null references geofences on delete cascade,
  group_id int not null references geofence_groups on delete cascade,
  primary key (geofence_id, group_id)
);
create index geofence_group_members_by_group on geofence_group_members (group_id);
alter table geofence_group_members enable row level security;
create policy own_customer on geofence_group_members to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on geofence_group_members to roadworthy_request;

-- How far the positions of a vehicle are derived, and the state of the engines there. A record that is
-- older than that, or a changed rule, sets the period from redo_from to redo_until, which is then
-- derived again.
create table derivations (
  vehicle_id int primary key references vehicles on delete cascade,
  customer_id int not null,
  derived_through timestamptz not null,
  redo_from timestamptz,
  -- json, not jsonb, keeps the text as written: two states are compared as text.
  state json not null,
  updated_at timestamptz not null default now(),
  -- Completes the sort key of the last record.
  derived_digest bigint not null default 0,
  redo_until timestamptz,
  -- The period that is being derived again, taken from redo_from and redo_until at its start, so that a
  -- record that arrives meanwhile requests another run.
  redoing_from timestamptz,
  redoing_until timestamptz,
  -- Fingerprint of the rules: engines, type of vehicle, geofences. States can only be compared under the
  -- same rules.
  rules text not null default ''
);
create index derivations_to_redo on derivations (redo_from) where redo_from is not null;
create index derivations_being_redone on derivations (redoing_from) where redoing_from is not null;
alter table derivations enable row level security;
create policy own_customer on derivations to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on derivations to roadworthy_request;

-- State of the engines at the start of each UTC day, from which a changed period is derived again.
create table derivation_checkpoints (
  vehicle_id int not null references vehicles on delete cascade,
  customer_id int not null,
  day date not null,
  state json not null,
  rules text not null default '',
  primary key (vehicle_id, day)
);
alter table derivation_checkpoints enable row level security;
create policy own_customer on derivation_checkpoints to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on derivation_checkpoints to roadworthy_request;

-- A trip in progress is written every two minutes, visits and events with a duration once more at their
-- end. The fill factors leave space on the page, so that these updates write no index (HOT).
create table trips (
  id bigint generated always as identity primary key,
  customer_id int not null,
  vehicle_id int not null references vehicles on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  in_progress boolean not null,
  start_latitude double precision not null,
  start_longitude double precision not null,
  end_latitude double precision not null,
  end_longitude double precision not null,
  distance_m double precision not null,
  driving_s int not null,
  idle_s int not null,
  max_speed_kmh real not null,
  driver_id int references drivers on delete set null,
  -- Parts of the trip in sequence, [kind, start ms, end ms, metres] with kind d(riving) or i(dle), so
  -- that a trip over midnight can be cut exactly in any time zone.
  segments jsonb not null,
  -- Device time of the record that first produced the row: deriving a period again replaces the rows
  -- that records of the period produced. -infinity for rows that were not derived, which are never
  -- replaced.
  told_at timestamptz not null default '-infinity',
  unique (vehicle_id, started_at)
) with (fillfactor = 70);
create index trips_by_customer on trips (customer_id, started_at);
create index trips_by_driver on trips (driver_id, started_at);
-- For the drivers of a vehicle: each driver is read once, regardless of the number of trips.
create index trips_by_vehicle_and_driver on trips (vehicle_id, driver_id) where driver_id is not null;
alter table trips enable row level security;
create policy own_customer on trips to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on trips to roadworthy_request;

create table geofence_visits (
  id bigint generated always as identity primary key,
  customer_id int not null,
  vehicle_id int not null references vehicles on delete cascade,
  geofence_id int not null references geofences on delete cascade,
  driver_id int references drivers on delete set null,
  entered_at timestamptz not null,
  -- Null while the vehicle is inside.
  left_at timestamptz,
  max_speed_kmh real not null,
  told_at timestamptz not null default '-infinity',
  unique (vehicle_id, geofence_id, entered_at)
) with (fillfactor = 85);
create index geofence_visits_by_geofence on geofence_visits (geofence_id, entered_at);
create index geofence_visits_by_customer on geofence_visits (customer_id, entered_at);
-- Visits that last or lasted more than a month. With them separate, finding visits between two times
-- reads at most the month before.
create index geofence_visits_long on geofence_visits (customer_id, entered_at)
  where left_at is null or left_at - entered_at > interval '31 days';
alter table geofence_visits enable row level security;
create policy own_customer on geofence_visits to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on geofence_visits to roadworthy_request;

create table fleet_events (
  id bigint generated always as identity primary key,
  customer_id int not null,
  vehicle_id int not null references vehicles on delete cascade,
  event_code smallint not null,
  occurred_at timestamptz not null,
  -- End of an event with a duration; null while it lasts, and for events without a duration.
  ended_at timestamptz,
  latitude double precision,
  longitude double precision,
  heading_deg smallint,
  speed_kmh real,
  driver_id int references drivers on delete set null,
  source text not null check (source in ('device', 'computed')),
  value real,
  geofence_id int references geofences on delete cascade,
  -- 0 without a geofence, so that the unique key works.
  geofence_key int generated always as (coalesce(geofence_id, 0)) stored,
  -- Device time of the record that first produced the row; see trips.
  told_at timestamptz not null default '-infinity',
  -- Subscribers are not notified yet. It is cleared after the notification, so that delivery is at least
  -- once.
  to_tell boolean not null default false,
  unique (vehicle_id, occurred_at, event_code, geofence_key)
) with (fillfactor = 90);
create index fleet_events_by_customer on fleet_events (customer_id, occurred_at desc, id desc);
create index fleet_events_by_driver on fleet_events (driver_id, occurred_at);
create index fleet_events_by_geofence on fleet_events (geofence_id) where geofence_id is not null;
create index fleet_events_to_tell on fleet_events (id) where to_tell;
-- Lists of a few event types over a whole fleet and a month: each type is read in sort order, and only
-- for the page.
create index fleet_events_by_type on fleet_events (customer_id, event_code, occurred_at desc, id desc);
alter table fleet_events enable row level security;
create policy own_customer on fleet_events to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on fleet_events to roadworthy_request;
