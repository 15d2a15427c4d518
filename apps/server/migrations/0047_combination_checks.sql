-- Walkaround checks of a vehicle with its trailers: one check per asset, and a template for trailers.
create table check_combinations (
  -- The check of a trailer, and that of the vehicle that pulls it.
  check_id int primary key references driver_check_records on delete cascade,
  leading_check_id int not null references driver_check_records on delete cascade,
  customer_id int not null references customers on delete cascade,
  check (check_id <> leading_check_id)
);
create index check_combinations_by_leading on check_combinations (leading_check_id);
create index check_combinations_by_customer on check_combinations (customer_id);
alter table check_combinations enable row level security;
create policy own_customer on check_combinations to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert on check_combinations to roadworthy_request;

-- A template for trailers, whatever their vehicle type; stored under the type STR.
alter table check_templates add column is_for_trailers boolean not null default false;
drop index check_templates_current;
create unique index check_templates_current
  on check_templates (coalesce(customer_id, 0), vehicle_type, is_for_trailers) where is_current;
drop index check_templates_versions;
create unique index check_templates_versions
  on check_templates (coalesce(customer_id, 0), vehicle_type, is_for_trailers, version);

-- A trailer has no cab and no engine.
insert into check_templates (vehicle_type, is_for_trailers, items, changed_by)
select 'STR', true,
  jsonb_agg(jsonb_build_object('section', 'Outside', 'name', i.name, 'area', i.area, 'hint', '')
    order by i.place), ''
from (values
  (1, 'Coupling security', 'coupling'),
  (2, 'Electrical connections', 'coupling'),
  (3, 'Brake lines and trailer parking brake', 'brakes'),
  (4, 'Lights and indicators', 'lights'),
  (5, 'Tyres and wheel fixing', 'tyres'),
  (6, 'Spray suppression', 'body'),
  (7, 'Security of body and wings', 'body'),
  (8, 'Security of load', 'load'),
  (9, 'Number plate', 'body'),
  (10, 'Reflectors', 'lights'),
  (11, 'Markings and warning plates', 'body')
) as i (place, name, area);
