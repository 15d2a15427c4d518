-- Brake tests of vehicles, the rule by which each vehicle has them, and the inspectors who do them.

-- Limits of brake tests by category, and the longest inspection intervals by use. Null for the defaults of
-- the product.
alter table record_limits add column brake_limits jsonb;
alter table record_limits add column use_weeks jsonb;

-- A brake assessment at an inspection, or on its own between inspections. Never deleted: the law requires
-- 15 months at least. One entered by mistake is void.
create table brake_tests (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles,
  inspection_record_id int unique references inspection_records,
  tested_at timestamptz not null,
  tester text not null,
  place text not null default '',
  method text not null check (method in ('laden_roller', 'unladen_roller', 'decelerometer', 'ebpms',
    'risk_assessment')),
  is_annual_test boolean not null default false,
  category text not null check (category in ('goods', 'trailer', 'psv', 'light')),
  -- What was entered: load, weight, axles with forces and temperatures, printed efficiencies.
  figures jsonb not null,
  -- The assessment by the limits of its day.
  assessed jsonb not null,
  result text not null check (result in ('met', 'below', 'incomplete', 'not_measured')),
  counts_as_laden boolean not null,
  print_out_file_id uuid references files,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  voided_at timestamptz,
  voided_by text,
  void_reason text,
  version int not null default 1,
  check ((voided_at is null) = (void_reason is null))
);
create index brake_tests_by_vehicle on brake_tests (vehicle_id, tested_at desc, id desc);
create index brake_tests_by_customer on brake_tests (customer_id);
create index brake_tests_by_print_out on brake_tests (print_out_file_id)
  where print_out_file_id is not null;
create index brake_tests_by_author on brake_tests (created_by) where created_by is not null;
alter table brake_tests enable row level security;
create policy own_customer on brake_tests to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on brake_tests to roadworthy_request;

-- How a vehicle meets the rule of the year, and what decides its inspection interval.
create table brake_plans (
  vehicle_id int primary key references vehicles on delete cascade,
  customer_id int not null references customers on delete cascade,
  -- Null for the category of the vehicle's type.
  category text check (category in ('goods', 'trailer', 'psv', 'light')),
  regime text not null default 'roller' check (regime in ('roller', 'ebpms', 'risk_assessment')),
  -- The documented risk assessment, who wrote it, and the day of its next review.
  assessment text not null default '',
  assessed_by text not null default '',
  review_on date,
  -- Weeks between safety inspections to which the operator committed with the licence.
  licence_weeks smallint check (licence_weeks between 1 and 52),
  use text check (use in ('light', 'general', 'arduous', 'off_road')),
  version int not null default 1
);
create index brake_plans_by_customer on brake_plans (customer_id);
alter table brake_plans enable row level security;
create policy own_customer on brake_plans to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on brake_plans to roadworthy_request;

-- People who inspect vehicles and assess risks, with the qualification that makes them competent.
create table inspectors (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  qualification text not null,
  valid_until date,
  archived_at timestamptz,
  version int not null default 1
);
create unique index inspectors_of_a_name on inspectors (customer_id, lower(name))
  where archived_at is null;
create index inspectors_by_name on inspectors (customer_id, name, id);
alter table inspectors enable row level security;
create policy own_customer on inspectors to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on inspectors to roadworthy_request;

-- Brake figures of inspections of the last 15 months, as they were compared on their day.
insert into brake_tests (customer_id, vehicle_id, inspection_record_id, tested_at, tester, place, method,
  category, figures, assessed, result, counts_as_laden)
select r.customer_id, r.vehicle_id, r.id, r.inspected_at, r.inspector, coalesce(r.place, ''), m.method,
  case when v.type = 'STR' then 'goods' else 'light' end,
  jsonb_build_object('method', m.method, 'load', null, 'weight', null, 'axles', '[]'::jsonb,
    'service', r.brake_service_pct, 'secondary', r.brake_secondary_pct,
    'parking', r.brake_parking_pct, 'assessment', '', 'assessed_by', '', 'is_reviewed', false),
  jsonb_build_object('reasons', '[]'::jsonb, 'imbalances', '[]'::jsonb,
    'service', e.service, 'secondary', e.secondary, 'parking', e.parking),
  case r.brake_result when 'below' then 'below' else 'met' end, m.method = 'laden_roller'
from inspection_records r join vehicles v on v.id = r.vehicle_id
cross join lateral (select case when r.brake_method = 'decelerometer' then 'decelerometer'
  when r.is_brake_test_laden then 'laden_roller' else 'unladen_roller' end as method) m
cross join lateral (select
  jsonb_build_object('efficiency', r.brake_service_pct, 'least',
    (r.limits ->> 'brake_service_pct')::real, 'is_met',
    r.brake_service_pct >= (r.limits ->> 'brake_service_pct')::real) as service,
  jsonb_build_object('efficiency', r.brake_secondary_pct, 'least',
    (r.limits ->> 'brake_secondary_pct')::real, 'is_met',
    r.brake_secondary_pct >= (r.limits ->> 'brake_secondary_pct')::real) as secondary,
  jsonb_build_object('efficiency', r.brake_parking_pct, 'least',
    (r.limits ->> 'brake_parking_pct')::real, 'is_met',
    r.brake_parking_pct >= (r.limits ->> 'brake_parking_pct')::real) as parking) e
where r.brake_method is not null and r.status not in ('1', '3')
  and r.inspected_at >= now() - interval '15 months';
