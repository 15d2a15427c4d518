-- Received data: positions, the last state of each vehicle, raw frames and connections.

-- Every accepted record. The key makes repeats harmless: a device may send a record again, and two
-- different records may have the same second. record_digest is 64 bits over tracker and content.
-- speed_kmh has a resolution of 0.1 km/h, heading_deg whole degrees: small columns keep a day of a large
-- fleet in memory.
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
  -- Event codes that the device reported with this record.
  event_codes smallint[],
  attributes jsonb,
  -- Distance since the record before, for records of private use; null for all others. A record of
  -- private use is stored with its time and odometer only, without position, speed, ignition, driver,
  -- events and attributes.
  private_leg_m real,
  -- The speed that a physically impossible position implies since the position before; null for all
  -- others. Such a position appears only in the raw data.
  jump_kmh real,
  primary key (vehicle_id, device_time, record_digest, customer_id)
) partition by range (device_time);
comment on table positions is 'One partition a UTC day, made ahead by the job that also drops those past retention; positions_default catches what is older than the partitions reach.';
create table positions_default partition of positions default;
create index positions_in_private_use on positions (vehicle_id, device_time)
  where private_leg_m is not null;
alter table positions enable row level security;
create policy own_customer on positions to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on positions to roadworthy_request;

-- Records with a time that is certainly wrong, stored separately so that they change no trail or state.
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
-- Records from the future are processed once their time has come.
create index clock_fault_records_by_time on clock_fault_records (device_time);
alter table clock_fault_records enable row level security;
create policy own_customer on clock_fault_records to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on clock_fault_records to roadworthy_request;

-- The last known state of each vehicle. It never moves back in device time.
create table vehicle_states (
  vehicle_id int primary key,
  customer_id int not null,
  tracker_id int not null,
  device_time timestamptz not null,
  received_at timestamptz not null,
  -- Position of the last record with a fix, which may be older than device_time.
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
  driver_tag text,
  is_private boolean not null default false
) with (fillfactor = 70);
create index vehicle_states_by_customer on vehicle_states (customer_id);
alter table vehicle_states enable row level security;
create policy own_customer on vehicle_states to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on vehicle_states to roadworthy_request;

-- The last frames of each device as bytes, for support. Their number and age are limited.
create table raw_frames (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  tracker_id int not null references trackers on delete cascade,
  -- The vehicle of the device when the frame arrived.
  vehicle_id int not null references vehicles on delete cascade,
  protocol text not null,
  -- The protocol's name for the kind of message.
  kind text not null,
  -- False if the codec did not understand some bytes of the frame.
  understood boolean not null,
  -- Minutes by which the device's clock was assumed to be ahead of UTC.
  offset_min int not null,
  received_at timestamptz not null,
  content bytea not null
);
create index raw_frames_by_tracker on raw_frames (tracker_id, understood, received_at desc, id desc);
create index raw_frames_by_received on raw_frames (received_at);
create index raw_frames_by_vehicle on raw_frames (vehicle_id);
create index raw_frames_not_understood on raw_frames (customer_id, received_at desc, id desc)
  where not understood;
alter table raw_frames enable row level security;
create policy own_customer on raw_frames to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on raw_frames to roadworthy_request;

-- The last connections of each tracker, with their addresses, and refused attempts.
create table tracker_connections (
  id uuid primary key,
  customer_id int not null references customers on delete cascade,
  tracker_id int not null references trackers on delete cascade,
  protocol text not null,
  address inet not null,
  connected_at timestamptz not null,
  -- Null while open. Datagrams and requests from one address count as one connection.
  disconnected_at timestamptz,
  -- The rule of the gateway that ended the connection; `device` if the device did, `network` if the
  -- address was refused.
  ended_by text,
  -- Address of the connection that replaced this one.
  replaced_by inet,
  -- Consecutive refused attempts from this address.
  attempts int not null default 1,
  check ((disconnected_at is null) = (ended_by is null))
);
create index tracker_connections_by_tracker on tracker_connections (tracker_id, connected_at desc);
create index tracker_connections_by_customer on tracker_connections (customer_id);
alter table tracker_connections enable row level security;
create policy own_customer on tracker_connections to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on tracker_connections to roadworthy_request;
