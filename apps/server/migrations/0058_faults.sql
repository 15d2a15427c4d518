-- Faults that devices report of their vehicles (docs/faults.md), and the links of their threads that no other table has.
create table vehicle_faults (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  kind text not null check (kind in ('troubleCode', 'tyrePressure', 'camera')),
  -- P0301 or SPN110-FMI3, the position of a tyre, or what of the camera.
  fault_key text not null,
  severity text not null check (severity in ('advisory', 'minor', 'major')),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  occurrences int not null default 1,
  -- The lowest pressure, and the recommended one.
  pressure_kpa real,
  recommended_kpa real,
  ended_at timestamptz,
  end_reason text check (end_reason in ('gone', 'repaired', 'closed')),
  end_note text not null default '',
  -- Empty for the system.
  ended_by text not null default '',
  defect_record_id int references defect_records on delete set null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  check ((ended_at is null) = (end_reason is null))
);
create unique index vehicle_faults_open on vehicle_faults (vehicle_id, kind, fault_key)
  where ended_at is null;
create index vehicle_faults_by_key on vehicle_faults (vehicle_id, kind, fault_key, id desc);
create index vehicle_faults_list on vehicle_faults (customer_id, last_seen_at, id);
create index vehicle_faults_list_open on vehicle_faults (customer_id, last_seen_at, id)
  where ended_at is null;
create index vehicle_faults_of_vehicle on vehicle_faults (vehicle_id, last_seen_at, id);
create index vehicle_faults_of_defect on vehicle_faults (defect_record_id)
  where defect_record_id is not null;
alter table vehicle_faults enable row level security;
create policy own_customer on vehicle_faults to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on vehicle_faults to roadworthy_request;

-- What walkaround checks answered about faults; time, driver and defect are those of the check.
create table fault_answers (
  fault_id int not null references vehicle_faults on delete cascade,
  check_id int not null references driver_check_records on delete cascade,
  customer_id int not null references customers on delete cascade,
  result text not null check (result in ('ok', 'defect', 'not_applicable')),
  primary key (fault_id, check_id)
);
create index fault_answers_by_check on fault_answers (check_id);
create index fault_answers_by_customer on fault_answers (customer_id);
alter table fault_answers enable row level security;
create policy own_customer on fault_answers to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert on fault_answers to roadworthy_request;

-- Notes for the next safety inspection, and the inspection that they were shown at.
create table fault_notes (
  id int generated always as identity primary key,
  fault_id int not null references vehicle_faults on delete cascade,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  note text not null,
  author text not null,
  created_at timestamptz not null default now(),
  inspection_record_id int references inspection_records on delete set null
);
create index fault_notes_by_fault on fault_notes (fault_id);
create index fault_notes_waiting on fault_notes (vehicle_id, id) where inspection_record_id is null;
create index fault_notes_by_inspection on fault_notes (inspection_record_id)
  where inspection_record_id is not null;
create index fault_notes_by_customer on fault_notes (customer_id);
create index fault_notes_by_vehicle on fault_notes (vehicle_id);
alter table fault_notes enable row level security;
create policy own_customer on fault_notes to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on fault_notes to roadworthy_request;

-- What happens with a new fault, where a customer decided other than the default.
create table fault_rules (
  customer_id int not null references customers on delete cascade,
  kind text not null check (kind in ('troubleCode', 'tyrePressure', 'camera')),
  severity text not null check (severity in ('advisory', 'minor', 'major')),
  action text not null check (action in ('ask', 'defect', 'list')),
  primary key (customer_id, kind, severity)
);
alter table fault_rules enable row level security;
create policy own_customer on fault_rules to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on fault_rules to roadworthy_request;

-- How far the records of vehicles were searched for faults.
create table fault_scans (
  vehicle_id int primary key references vehicles on delete cascade,
  customer_id int not null references customers on delete cascade,
  scanned_at timestamptz not null,
  -- By device time.
  scanned_to timestamptz not null
);
create index fault_scans_by_customer on fault_scans (customer_id);
alter table fault_scans enable row level security;
create policy own_customer on fault_scans to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on fault_scans to roadworthy_request;

alter table work_orders add column fault_id int references vehicle_faults on delete set null;
create index work_orders_of_fault on work_orders (fault_id) where fault_id is not null;
alter table work_orders drop constraint work_orders_source_check;
alter table work_orders add constraint work_orders_source_check
  check (source in ('manual', 'defect', 'inspection', 'schedule', 'fault'));

-- A new fault notifies people by an alert, like a serious defect. `not valid`: no row before has a fault, and
-- checking them all would lock the table. The indexes are in the next file for the same reason.
alter table alerts add column fault_id int;
alter table alerts add constraint alerts_fault_id_fkey
  foreign key (fault_id) references vehicle_faults on delete cascade not valid;
alter table alerts drop constraint alerts_tell_of_something;
alter table alerts add constraint alerts_tell_of_something
  check (event_code is not null or defect_record_id is not null or fault_id is not null) not valid;
