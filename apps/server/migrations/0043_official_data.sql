-- Official data about vehicles: tax and MOT by the DVLA vehicle enquiry, tests by the DVSA MOT history.

-- The limits of an outside service and how it answers: a token bucket that all processes share. It belongs to
-- the installation, so requests have no grant.
create table service_budgets (
  name text primary key,
  tokens float8 not null,
  refilled_at timestamptz not null,
  -- UTC
  day date not null,
  used_today int not null,
  -- The service has asked for a pause, or refuses our key.
  blocked_until timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text check (last_failure in
    ('refused', 'key_refused', 'rate_limited', 'unavailable', 'no_answer', 'malformed'))
);

-- The last answers about a vehicle. The values of a service stay while it fails, with their age.
create table official_vehicles (
  vehicle_id int primary key references vehicles on delete cascade,
  customer_id int not null references customers on delete cascade,
  -- The registration that the answers are about: capitals and digits.
  registration text not null,
  next_check_at timestamptz not null default now(),
  next_cause text not null default 'registration' check (next_cause in ('nightly', 'registration')),
  -- Failed attempts since the last check that worked.
  attempts smallint not null default 0,
  checked_at timestamptz,
  dvla_state text check (dvla_state in ('found', 'not_found', 'failed')),
  dvla_failure text check (dvla_failure in
    ('refused', 'key_refused', 'rate_limited', 'unavailable', 'no_answer', 'malformed')),
  dvla_asked_at timestamptz,
  dvla_fetched_at timestamptz,
  dvla_answer jsonb,
  dvsa_state text check (dvsa_state in ('found', 'not_found', 'failed')),
  dvsa_failure text check (dvsa_failure in
    ('refused', 'key_refused', 'rate_limited', 'unavailable', 'no_answer', 'malformed')),
  dvsa_asked_at timestamptz,
  dvsa_fetched_at timestamptz,
  dvsa_answer jsonb,
  tax_status text check (tax_status in ('taxed', 'untaxed', 'sorn', 'not_taxed_for_road_use')),
  tax_due_on date,
  mot_status text check (mot_status in ('valid', 'not_valid', 'no_details', 'no_results')),
  -- When the DVLA says that the MOT ends.
  dvla_mot_due_on date,
  -- When the MOT ends by the last test, or the first test is due.
  dvsa_mot_due_on date,
  last_mot_on date,
  last_mot_result text check (last_mot_result in ('passed', 'failed')),
  make text,
  model text,
  colour text,
  fuel text,
  year_of_manufacture int,
  first_used_on date,
  co2_g_per_km int,
  engine_cc int,
  revenue_weight_kg int,
  euro_status text,
  type_approval text,
  wheelplan text,
  v5c_issued_on date,
  is_marked_for_export boolean,
  outstanding_recall text
);
create index official_vehicles_by_customer on official_vehicles (customer_id, vehicle_id);
create index official_vehicles_due on official_vehicles (next_check_at, vehicle_id);
alter table official_vehicles enable row level security;
create policy own_customer on official_vehicles to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on official_vehicles to roadworthy_request;

create table official_mot_tests (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  number text,
  completed_at timestamptz not null,
  result text not null check (result in ('passed', 'failed')),
  expires_on date,
  odometer_m bigint,
  odometer text check (odometer in ('read', 'unreadable', 'no_odometer')),
  -- At the time of the test.
  registration text,
  -- [{ "text", "type", "dangerous" }]
  defects jsonb not null default '[]'
);
create unique index official_mot_tests_of_vehicle
  on official_mot_tests (vehicle_id, completed_at desc, (coalesce(number, '')));
create index official_mot_tests_by_customer on official_mot_tests (customer_id);
alter table official_mot_tests enable row level security;
create policy own_customer on official_mot_tests to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on official_mot_tests to roadworthy_request;

-- What was asked, by whom and why. Kept for 90 days.
create table official_checks (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  cause text not null check (cause in ('nightly', 'registration', 'manual')),
  user_id int references users on delete set null,
  user_name text,
  asked_at timestamptz not null default now(),
  -- The outcome of each service: a state or a failure; null if it was not asked.
  dvla text,
  dvsa text
);
create index official_checks_of_vehicle on official_checks (vehicle_id, id desc);
create index official_checks_by_customer on official_checks (customer_id);
create index official_checks_by_user on official_checks (user_id) where user_id is not null;
create index official_checks_by_time on official_checks (asked_at);
alter table official_checks enable row level security;
create policy own_customer on official_checks to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on official_checks to roadworthy_request;

-- The official date differs from that of a document in the vehicle file, until a person resolves it.
create table official_differences (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  date text not null check (date in ('tax', 'mot')),
  schedule_id int not null references scheduled_activities on delete cascade,
  ours_on date not null,
  official_on date not null,
  source text not null check (source in ('dvla', 'dvsa')),
  found_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by int references users on delete set null,
  resolution text check (resolution in ('official', 'ours')),
  check ((resolved_at is null) = (resolution is null))
);
create unique index official_differences_open on official_differences (vehicle_id, date)
  where resolved_at is null;
create index official_differences_by_schedule on official_differences (schedule_id);
create index official_differences_by_customer on official_differences (customer_id);
create index official_differences_by_resolver on official_differences (resolved_by)
  where resolved_by is not null;
alter table official_differences enable row level security;
create policy own_customer on official_differences to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, update on official_differences to roadworthy_request;

-- The official source of a due date; null for a date by a document, an interval or a forecast.
alter table scheduled_activities add column due_source text check (due_source in ('dvla', 'dvsa'));
