-- Foundation: customers, people, vehicles, trackers, positions.
--
-- Two roles reach these tables. The owner (gateway, worker, sign-on, migrations) sees every row.
-- A request of a signed-in person runs as roadworthy_request, which row-level security holds to the
-- customer named by the setting roadworthy.customer ('*' for a global admin, who sees all).

do $$
begin
  if not exists (select from pg_roles where rolname = 'roadworthy_request') then
    create role roadworthy_request nologin;
  end if;
  execute format('grant roadworthy_request to %I', current_user);
end
$$;

grant usage on schema public to roadworthy_request;

-- True where the running request may see rows of this customer. No setting means no row.
create function request_sees(customer int) returns boolean
  language sql stable parallel safe
  return coalesce(
    nullif(current_setting('roadworthy.customer', true), '') = '*'
      or nullif(current_setting('roadworthy.customer', true), '') = customer::text,
    false);

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
comment on table settings is 'Keys and facts of the installation itself: signing keys, first-start marks. Never granted to requests.';

create table customers (
  id int generated always as identity primary key,
  name text not null,
  logo text,
  render_logo_on_home boolean not null default false,
  slogan text,
  created_at timestamptz not null default now()
);

create table regions (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  unique (customer_id, name)
);

-- A depot is the "vehicle group" of the HTTP interface.
create table depots (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  region_id int references regions on delete set null,
  name text not null,
  latitude double precision,
  longitude double precision,
  unique (customer_id, name)
);
create index depots_by_region on depots (region_id);

create table drivers (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  first_name text not null,
  surname text not null,
  email text,
  phone text,
  tag_number text,
  unique (customer_id, tag_number)
);

create table vehicles (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  registration text not null,
  type text not null check (type in ('CAR', 'VAN', 'STR', 'BIK')),
  fuel_reference text not null default 'FUEL',
  fuel_name text not null default 'Diesel',
  manufacturer_model text,
  vin text,
  driver_id int references drivers on delete set null,
  permission text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (customer_id, registration)
);
create index vehicles_by_driver on vehicles (driver_id);

create table vehicle_depots (
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  depot_id int not null references depots on delete cascade,
  primary key (vehicle_id, depot_id)
);
create index vehicle_depots_by_depot on vehicle_depots (depot_id, vehicle_id);

create table users (
  id int generated always as identity primary key,
  customer_id int references customers on delete cascade,
  username text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text,
  role text not null check (role in ('ADMIN', 'MANAGER', 'USER', 'DRIVER', 'READONLY', 'GUEST')),
  is_limited_user boolean not null default false,
  is_global_admin boolean not null default false,
  is_customer_admin boolean not null default false,
  is_user_vehicle_admin boolean not null default false,
  language text not null default 'en',
  image text,
  time_zone text,
  date_format text,
  time_format text,
  units_distance text,
  theme text,
  driver_id int references drivers on delete set null,
  vehicle_id int references vehicles on delete set null,
  is_active boolean not null default true,
  failed_sign_ins int not null default 0,
  locked_until timestamptz,
  last_sign_in_at timestamptz,
  -- Tokens issued before this moment are no longer accepted: password changed, signed out everywhere.
  sessions_valid_from timestamptz not null default '-infinity',
  created_at timestamptz not null default now()
);
create unique index users_by_username on users (lower(username));
create unique index users_by_email on users (lower(email));
create index users_by_customer on users (customer_id);

create table user_modules (
  user_id int not null references users on delete cascade,
  module text not null,
  primary key (user_id, module)
);
create table user_regions (
  user_id int not null references users on delete cascade,
  region_id int not null references regions on delete cascade,
  primary key (user_id, region_id)
);
create table user_depots (
  user_id int not null references users on delete cascade,
  depot_id int not null references depots on delete cascade,
  primary key (user_id, depot_id)
);

-- Single-sign-on records of a user for companion apps (requirements U-33 to U-43).
create table user_app_records (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  app_id int not null,
  app_name text not null,
  app_reference text not null,
  permission_name text not null,
  level int not null,
  flags text[] not null default '{}'
);
create index user_app_records_by_user on user_app_records (user_id);

-- Links sent by mail. Only a hash of the token is kept (requirement D-P01).
create table password_tokens (
  token_hash bytea primary key,
  user_id int not null references users on delete cascade,
  purpose text not null check (purpose in ('reset', 'set')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_tokens_by_user on password_tokens (user_id);

-- Everything the sign-on provider keeps: sessions, codes, grants, refresh tokens.
create table sign_on_artifacts (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);
create index sign_on_artifacts_by_grant on sign_on_artifacts (grant_id) where grant_id is not null;
create unique index sign_on_artifacts_by_uid on sign_on_artifacts (uid) where model = 'Session' and uid is not null;
create index sign_on_artifacts_by_expiry on sign_on_artifacts (expires_at);

create table trackers (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  -- What the device calls itself: an IMEI, a terminal phone without leading zeros, or a chosen name.
  number text not null unique,
  protocol text not null check (protocol in ('teltonika', 'gt06', 'osmand', 'jt808', 'traccar')),
  model text not null default '',
  sim text,
  permission text,
  vehicle_id int references vehicles on delete set null,
  -- Minutes to add to UTC for protocols whose clock is local; null for the protocol's own default.
  clock_offset_min int,
  -- A clock that cannot be right: since when, and which way. Cleared by a good record.
  clock_fault text check (clock_fault in ('clock_future', 'clock_past')),
  clock_fault_at timestamptz,
  last_seen_at timestamptz,
  created_at timestamptz not null default now()
);
create index trackers_by_vehicle on trackers (vehicle_id);
create index trackers_by_customer on trackers (customer_id);

-- Devices that knocked and are not registered. Bounded by the gateway; holds no position.
create table unknown_devices (
  protocol text not null,
  identifier text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  attempts int not null default 1,
  primary key (protocol, identifier)
);
create index unknown_devices_by_last_seen on unknown_devices (last_seen_at desc);

-- Every accepted record. The key makes a repeat harmless: a device may send the same record again,
-- and two different records may share a second. record_digest is 64 bits over tracker and content.
-- speed is 0.1 km/h, heading whole degrees: small columns keep a day of a large fleet in memory.
create table positions (
  customer_id int not null,
  vehicle_id int not null,
  device_time timestamptz not null,
  record_digest bigint not null,
  tracker_id int not null,
  received_at timestamptz not null default now(),
  latitude double precision,
  longitude double precision,
  altitude_m real,
  speed_kmh real,
  heading_deg smallint,
  satellites smallint,
  fix_valid boolean not null,
  ignition boolean,
  odometer_m double precision,
  external_voltage_v real,
  battery_voltage_v real,
  battery_percent real,
  temperature_c real,
  driver_tag text,
  -- Event codes the device reported with this record.
  event_codes smallint[],
  attributes jsonb,
  primary key (vehicle_id, device_time, record_digest, customer_id)
) partition by range (device_time);
comment on table positions is 'One partition a UTC day, made ahead by the job that also drops those past retention; positions_default catches what is older than the partitions reach.';
create table positions_default partition of positions default;

-- Records whose clock cannot be right, kept apart so that no trail or state is spoiled by them.
create table clock_fault_records (
  tracker_id int not null,
  customer_id int not null,
  vehicle_id int not null,
  record_digest bigint not null,
  device_time timestamptz not null,
  received_at timestamptz not null default now(),
  fault text not null check (fault in ('clock_future', 'clock_past')),
  record jsonb not null,
  primary key (tracker_id, device_time, record_digest)
);
create index clock_fault_records_by_received on clock_fault_records (received_at);

-- The last known state of each vehicle; never moves back in device time.
create table vehicle_states (
  vehicle_id int primary key,
  customer_id int not null,
  tracker_id int not null,
  device_time timestamptz not null,
  received_at timestamptz not null,
  -- Place of the last record with a fix, which may be older than device_time.
  latitude double precision,
  longitude double precision,
  fix_time timestamptz,
  speed_kmh real,
  heading_deg smallint,
  ignition boolean,
  odometer_m double precision,
  external_voltage_v real,
  battery_voltage_v real,
  battery_percent real,
  temperature_c real,
  driver_tag text
) with (fillfactor = 70);
create index vehicle_states_by_customer on vehicle_states (customer_id);

-- The second lock: a request sees only rows of its customer, whatever a query forgets.
do $$
declare
  t text;
begin
  foreach t in array array['regions', 'depots', 'drivers', 'vehicles', 'vehicle_depots', 'users',
    'trackers', 'positions', 'clock_fault_records', 'vehicle_states']
  loop
    execute format('alter table %I enable row level security', t);
    execute format(
      'create policy own_customer on %I to roadworthy_request
         using (request_sees(customer_id)) with check (request_sees(customer_id))', t);
    execute format('grant select, insert, update, delete on %I to roadworthy_request', t);
  end loop;
  alter table customers enable row level security;
  create policy own_customer on customers to roadworthy_request
    using (request_sees(id)) with check (request_sees(id));
  grant select, update on customers to roadworthy_request;
  foreach t in array array['user_modules', 'user_regions', 'user_depots', 'user_app_records', 'password_tokens']
  loop
    execute format('alter table %I enable row level security', t);
    -- A subquery on users is itself held by the policy of users.
    execute format(
      'create policy own_customer on %I to roadworthy_request
         using (exists (select from users where users.id = user_id))
         with check (exists (select from users where users.id = user_id))', t);
    execute format('grant select, insert, update, delete on %I to roadworthy_request', t);
  end loop;
  -- Unregistered devices belong to no customer; the service decides who sees which.
  grant select, delete on unknown_devices to roadworthy_request;
end
$$;
