-- Services that are due by time, distance or engine hours. The date by time is that of the schedule of the
-- type; distance and hours move the schedule forward.
create table service_plans (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  -- Vehicles of this model that have no plan get this one.
  manufacturer_model_id int references catalogue_entries on delete set null,
  note text not null default '',
  created_at timestamptz not null default now(),
  version int not null default 1
);
create unique index service_plans_of_name on service_plans (customer_id, lower(name));
create unique index service_plans_of_model on service_plans (customer_id, manufacturer_model_id)
  where manufacturer_model_id is not null;
create index service_plans_by_model on service_plans (manufacturer_model_id)
  where manufacturer_model_id is not null;
alter table service_plans enable row level security;
create policy own_customer on service_plans to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on service_plans to roadworthy_request;

-- The services of a plan. The interval by time is that of the schedule type, for its customer or vehicle.
create table service_plan_items (
  plan_id int not null references service_plans on delete cascade,
  schedule_type_id int not null references schedule_types on delete cascade,
  customer_id int not null references customers on delete cascade,
  interval_m bigint check (interval_m > 0),
  interval_engine_s bigint check (interval_engine_s > 0),
  primary key (plan_id, schedule_type_id),
  check (interval_m is not null or interval_engine_s is not null)
);
create index service_plan_items_by_type on service_plan_items (schedule_type_id);
create index service_plan_items_by_customer on service_plan_items (customer_id);
alter table service_plan_items enable row level security;
create policy own_customer on service_plan_items to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on service_plan_items to roadworthy_request;

-- Values of the odometer and of the engine hours that people in the office read. Readings of walkarounds and
-- inspections stay in their records.
create table meter_readings (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  read_at timestamptz not null,
  odometer_m bigint check (odometer_m >= 0),
  engine_s bigint check (engine_s >= 0),
  note text not null default '',
  author_id int references users on delete set null,
  author text not null,
  created_at timestamptz not null default now(),
  check (odometer_m is not null or engine_s is not null)
);
create index meter_readings_of_vehicle on meter_readings (vehicle_id, read_at desc, id desc);
create index meter_readings_by_customer on meter_readings (customer_id);
create index meter_readings_by_author on meter_readings (author_id) where author_id is not null;
alter table meter_readings enable row level security;
create policy own_customer on meter_readings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, delete on meter_readings to roadworthy_request;

-- The plan of a vehicle, its meters and its use as they were last calculated.
create table vehicle_service_plans (
  vehicle_id int primary key references vehicles on delete cascade,
  customer_id int not null references customers on delete cascade,
  plan_id int not null references service_plans on delete cascade,
  assigned_at timestamptz not null default now(),
  odometer_m double precision,
  engine_s double precision,
  -- Where the odometer comes from.
  odometer_source text check (odometer_source in ('reading', 'tracker', 'trips')),
  use_m_per_day double precision,
  use_engine_s_per_day double precision,
  -- Expected use of each of the next 52 weeks; null without a year to follow.
  use_m_weeks double precision[],
  use_engine_s_weeks double precision[],
  use_calculated_at timestamptz,
  -- Null until the first calculation, and after a change that asks for another.
  calculated_at timestamptz
);
create index vehicle_service_plans_by_plan on vehicle_service_plans (plan_id, vehicle_id);
create index vehicle_service_plans_by_customer on vehicle_service_plans (customer_id);
create index vehicle_service_plans_by_calculation on vehicle_service_plans (calculated_at nulls first, vehicle_id);
alter table vehicle_service_plans enable row level security;
create policy own_customer on vehicle_service_plans to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on vehicle_service_plans to roadworthy_request;

-- The next service of each kind of a vehicle, as it was last calculated.
create table vehicle_services (
  id int generated always as identity unique,
  vehicle_id int not null references vehicles on delete cascade,
  schedule_type_id int not null references schedule_types on delete cascade,
  customer_id int not null references customers on delete cascade,
  -- A last service that a person entered because no schedule records it.
  entered_at timestamptz,
  last_at timestamptz,
  last_odometer_m double precision,
  last_engine_s double precision,
  due_odometer_m double precision,
  due_engine_s double precision,
  -- The date by time alone.
  time_due_on date,
  next_on date,
  cause text check (cause in ('time', 'distance', 'engine_hours')),
  primary key (vehicle_id, schedule_type_id)
);
create index vehicle_services_by_day on vehicle_services (customer_id, next_on, vehicle_id, schedule_type_id);
create index vehicle_services_by_type on vehicle_services (schedule_type_id);
alter table vehicle_services enable row level security;
create policy own_customer on vehicle_services to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on vehicle_services to roadworthy_request;

-- The date by time of a schedule that distance or engine hours moved; null for others.
alter table scheduled_activities add column time_due_at timestamptz;

-- A fulfilled or new schedule asks for another calculation.
create function recalculate_services() returns trigger language plpgsql security definer
  set search_path = public as $$
begin
  update vehicle_service_plans set calculated_at = null
    where vehicle_id = new.vehicle_id and calculated_at is not null;
  return null;
end $$;
create trigger scheduled_activities_recalculate_new after insert on scheduled_activities
  for each row execute function recalculate_services();
create trigger scheduled_activities_recalculate after update of fulfilled_at, due_at on scheduled_activities
  for each row when (old.fulfilled_at is distinct from new.fulfilled_at or old.due_at is distinct from new.due_at)
  execute function recalculate_services();
