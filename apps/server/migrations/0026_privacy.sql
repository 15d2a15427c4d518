-- Private use of vehicles, and how long each kind of data is kept.

-- When a vehicle, or every vehicle of a customer, is in private use: a stretch of time, or the same hours
-- every week while the rule counts. Rules are ended, never removed or changed: what a device kept and
-- sends late is still judged by the rule of its time.
create table private_use_rules (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  -- Null for every vehicle of the customer.
  vehicle_id int references vehicles on delete cascade,
  kind text not null check (kind in ('period', 'weekly')),
  starts_at timestamptz not null,
  -- Null until somebody ends it.
  ends_at timestamptz,
  -- ISO days on which the hours begin; minutes after midnight on the clock of the zone.
  weekdays smallint[] not null default '{}',
  start_minute smallint not null default 0 check (start_minute between 0 and 1439),
  end_minute smallint not null default 0 check (end_minute between 0 and 1439),
  time_zone text not null,
  reason text not null default '',
  created_by int references users on delete set null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  check (ends_at is null or ends_at >= starts_at),
  check (kind = 'period' or cardinality(weekdays) > 0)
);
create index private_use_rules_by_customer on private_use_rules (customer_id, starts_at desc, id desc);
create index private_use_rules_by_start on private_use_rules (starts_at desc, id desc);
create index private_use_rules_by_vehicle on private_use_rules (vehicle_id, starts_at);
create index private_use_rules_by_author on private_use_rules (created_by);
create index private_use_rules_in_force on private_use_rules (customer_id, vehicle_id) where ends_at is null;

-- A record of private use is stored without its place, speed, ignition, driver, events and attributes.
-- What stays is its time, the odometer, and how far the vehicle went since the record before; null for
-- every other record.
alter table positions add column private_leg_m real;
create index positions_in_private_use on positions (vehicle_id, device_time)
  where private_leg_m is not null;
alter table vehicle_states add column is_private boolean not null default false;

do $$
begin
  alter table private_use_rules enable row level security;
  create policy own_customer on private_use_rules to roadworthy_request
    using ((select request_sees_all()) or customer_id = (select request_customer()))
    with check ((select request_sees_all()) or customer_id = (select request_customer()));
  grant select, insert, update on private_use_rules to roadworthy_request;
end
$$;

-- How long a customer keeps each kind of data; the usual time where there is no row. Days null: for good.
create table retention_settings (
  customer_id int not null references customers on delete cascade,
  kind text not null check (kind in ('positions', 'journeys', 'accidents')),
  days int check (days between 1 and 36500),
  changed_at timestamptz not null default now(),
  primary key (customer_id, kind)
);
alter table retention_settings enable row level security;
create policy own_customer on retention_settings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on retention_settings to roadworthy_request;
-- What is past its time is found by customer and time.
create index accident_reports_by_customer on accident_reports (customer_id, happened_at);
