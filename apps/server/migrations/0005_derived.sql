-- What is derived from positions (trips, events, geofence visits), geofences, alerts, scheduled
-- reports and messages to vehicles. Positions stay the only truth: the derived rows of a vehicle can
-- be deleted and made again from them, and come out the same.

-- Which driver was assigned to a vehicle since when; kept by the trigger below, so that a trip that
-- is derived again long after still finds who drove it.
create table driver_assignments (
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  driver_id int references drivers on delete set null,
  assigned_from timestamptz not null,
  primary key (vehicle_id, assigned_from)
);
create index driver_assignments_by_driver on driver_assignments (driver_id);

create function keep_driver_assignment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.driver_id is not null then
      insert into driver_assignments (customer_id, vehicle_id, driver_id, assigned_from)
      values (new.customer_id, new.id, new.driver_id, '-infinity');
    end if;
  elsif new.driver_id is distinct from old.driver_id then
    insert into driver_assignments (customer_id, vehicle_id, driver_id, assigned_from)
    values (new.customer_id, new.id, new.driver_id, now())
    on conflict (vehicle_id, assigned_from) do update set driver_id = excluded.driver_id;
  end if;
  return new;
end
$$;
create trigger vehicles_keep_driver_assignment
  after insert or update of driver_id on vehicles
  for each row execute function keep_driver_assignment();
insert into driver_assignments (customer_id, vehicle_id, driver_id, assigned_from)
  select customer_id, id, driver_id, '-infinity' from vehicles where driver_id is not null;

-- How far the positions of a vehicle were derived, and the engines' state there. `redo_from` is set
-- when a record older than that arrived, or when a rule changed: derive again from there.
create table derivations (
  vehicle_id int primary key references vehicles on delete cascade,
  customer_id int not null,
  derived_through timestamptz not null,
  redo_from timestamptz,
  state jsonb not null,
  updated_at timestamptz not null default now()
);
create index derivations_to_redo on derivations (redo_from) where redo_from is not null;

-- The engines' state at the start of each UTC day, from which a touched period is derived again.
create table derivation_checkpoints (
  vehicle_id int not null references vehicles on delete cascade,
  customer_id int not null,
  day date not null,
  state jsonb not null,
  primary key (vehicle_id, day)
);

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
  -- Parts of the trip in order, [kind, start ms, end ms, metres] with kind d(riving) or i(dle), so that
  -- a trip over midnight can be cut exactly in any time zone.
  segments jsonb not null,
  unique (vehicle_id, started_at)
);
create index trips_by_customer on trips (customer_id, started_at);
create index trips_by_driver on trips (driver_id, started_at);

create table geofence_categories (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  colour text not null,
  unique (customer_id, name)
);
create table geofence_groups (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  unique (customer_id, name)
);
create table geofences (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  category_id int references geofence_categories on delete set null,
  colour text not null,
  shape text not null check (shape in ('polygon', 'circle', 'corridor')),
  -- [[latitude, longitude], …] of a polygon or of a corridor's line; holes as a list of such rings.
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
create table geofence_group_members (
  customer_id int not null references customers on delete cascade,
  geofence_id int not null references geofences on delete cascade,
  group_id int not null references geofence_groups on delete cascade,
  primary key (geofence_id, group_id)
);
create index geofence_group_members_by_group on geofence_group_members (group_id);

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
  unique (vehicle_id, geofence_id, entered_at)
);
create index geofence_visits_by_geofence on geofence_visits (geofence_id, entered_at);
create index geofence_visits_by_customer on geofence_visits (customer_id, entered_at);

create table fleet_events (
  id bigint generated always as identity primary key,
  customer_id int not null,
  vehicle_id int not null references vehicles on delete cascade,
  event_code smallint not null,
  occurred_at timestamptz not null,
  -- End of an event that lasts; null while it does, and for one that happens once.
  ended_at timestamptz,
  latitude double precision,
  longitude double precision,
  heading_deg smallint,
  speed_kmh real,
  driver_id int references drivers on delete set null,
  source text not null check (source in ('device', 'computed')),
  value real,
  geofence_id int references geofences on delete cascade,
  -- 0 where there is no geofence, so that the key below holds.
  geofence_key int generated always as (coalesce(geofence_id, 0)) stored,
  unique (vehicle_id, occurred_at, event_code, geofence_key)
);
create index fleet_events_by_customer on fleet_events (customer_id, occurred_at desc, id desc);
create index fleet_events_by_driver on fleet_events (driver_id, occurred_at);
create index fleet_events_by_geofence on fleet_events (geofence_id) where geofence_id is not null;

create table alert_rules (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  is_active boolean not null,
  severity text not null check (severity in ('information', 'warning', 'critical')),
  event_codes smallint[] not null,
  vehicle_ids int[] not null default '{}',
  depot_ids int[] not null default '{}',
  weekdays smallint[] not null,
  from_minute int not null,
  until_minute int not null,
  time_zone text not null,
  notify_in_app boolean not null,
  emails text[] not null default '{}',
  webhook_url text,
  webhook_secret text,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  unique (customer_id, name)
);
-- What a rule told. The event is copied: its row may be derived again, the alert was given once.
create table alerts (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  rule_id int references alert_rules on delete set null,
  rule_key int not null,
  rule_name text not null,
  severity text not null,
  in_app boolean not null,
  vehicle_id int not null references vehicles on delete cascade,
  event_code smallint not null,
  occurred_at timestamptz not null,
  latitude double precision,
  longitude double precision,
  geofence_id int references geofences on delete set null,
  geofence_key int not null default 0,
  created_at timestamptz not null default now(),
  unique (rule_key, vehicle_id, event_code, occurred_at, geofence_key)
);
create index alerts_by_customer on alerts (customer_id, occurred_at desc, id desc);
create table alert_deliveries (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  alert_id bigint not null references alerts on delete cascade,
  channel text not null check (channel in ('email', 'webhook')),
  target text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  last_attempt_at timestamptz,
  detail text,
  unique (alert_id, channel, target)
);
create table alert_reads (
  customer_id int not null references customers on delete cascade,
  alert_id bigint not null references alerts on delete cascade,
  user_id int not null references users on delete cascade,
  read_at timestamptz not null default now(),
  primary key (alert_id, user_id)
);
create index alert_reads_by_user on alert_reads (user_id);

create table report_schedules (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  -- The report shows what this person may see; without the person it is not sent.
  user_id int not null references users on delete cascade,
  name text not null,
  kind text not null,
  format text not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  hour smallint not null,
  time_zone text not null,
  vehicle_id int references vehicles on delete cascade,
  driver_id int references drivers on delete cascade,
  depot_id int references depots on delete cascade,
  emails text[] not null,
  is_active boolean not null,
  next_run_at timestamptz,
  last_run_at timestamptz,
  last_state text check (last_state in ('sent', 'failed')),
  created_at timestamptz not null default now()
);
create index report_schedules_due on report_schedules (next_run_at) where is_active;
create index report_schedules_by_customer on report_schedules (customer_id, name);

create table vehicle_messages (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  tracker_id int references trackers on delete set null,
  message text not null,
  state text not null default 'queued'
    check (state in ('queued', 'sent', 'delivered', 'failed', 'expired')),
  failure text check (failure in ('no_tracker', 'not_supported', 'refused', 'not_connected')),
  answer text,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz
);
create index vehicle_messages_by_vehicle on vehicle_messages (vehicle_id, created_at desc);
create index vehicle_messages_waiting on vehicle_messages (tracker_id, id)
  where state in ('queued', 'sent');

do $$
declare
  t text;
begin
  foreach t in array array['driver_assignments', 'derivations', 'derivation_checkpoints', 'trips',
    'geofence_categories', 'geofence_groups', 'geofences', 'geofence_group_members',
    'geofence_visits', 'fleet_events', 'alert_rules', 'alerts', 'alert_deliveries', 'alert_reads',
    'report_schedules', 'vehicle_messages']
  loop
    execute format('alter table %I enable row level security', t);
    execute format(
      'create policy own_customer on %I to roadworthy_request
         using ((select request_sees_all()) or customer_id = (select request_customer()))
         with check ((select request_sees_all()) or customer_id = (select request_customer()))', t);
    execute format('grant select, insert, update, delete on %I to roadworthy_request', t);
  end loop;
end
$$;
