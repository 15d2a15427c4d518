-- Defects and safety inspections as lists: a repairer of each defect with what it costs and when it is
-- due, and an index for every filter and order of both lists. What figures of the earned-recognition kind
-- are held against. Partner keys that administrators make.

alter table defect_records
  -- Given to a repairer: the step between the assessment and the repair.
  add column assigned_at timestamptz,
  add column assigned_by text,
  add column repairer text,
  add column expected_back_at timestamptz,
  -- When it is to be signed off at the latest: days after the report by its severity, or the day after
  -- the repairer was to have it done.
  add column due_at timestamptz,
  -- Without a currency, as what a day off the road costs.
  add column labour_cost numeric(10, 2) check (labour_cost >= 0),
  add column parts_cost numeric(10, 2) check (parts_cost >= 0),
  -- Nothing where nothing is known, so that an index orders it both ways.
  add column cost numeric(11, 2) not null
    generated always as (coalesce(labour_cost, 0) + coalesce(parts_cost, 0)) stored,
  -- Of the worst item: advisory 0, minor 1, major 2, dangerous 3.
  add column severity_rank smallint not null generated always as (case
    when jsonb_path_exists(items, '$[*] ? (@.severity == "dangerous")') then 3
    when jsonb_path_exists(items, '$[*] ? (@.severity == "major")') then 2
    when jsonb_path_exists(items, '$[*] ? (@.severity == "minor")') then 1
    else 0 end) stored,
  add column search_text text not null generated always as
    (upper(reference_number || ' ' || coalesce(repairer, '') || ' '
      || coalesce(items -> 0 ->> 'name', '') || ' ' || coalesce(items -> 0 ->> 'finding', ''))) stored;

-- What was repaired before there was this step had been given to whoever repaired it.
update defect_records
  set assigned_at = assessed_at, assigned_by = assessed_by, repairer = repaired_by
  where repaired_at is not null;
alter table defect_records
  alter column state set expression as (case
    when signed_off_at is not null then 'signed_off'
    when repaired_at is not null then 'repaired'
    when assigned_at is not null then 'assigned'
    when assessed_at is not null then 'verified'
    else 'reported' end),
  add check ((assigned_at is null) = (assigned_by is null)),
  add check (assigned_at is null or (assessed_at is not null and repairer is not null)),
  add check (repaired_at is null or assigned_at is not null);

alter table record_limits
  -- Days after its report that a defect is to be signed off, by its severity.
  add column due_advisory_days smallint not null default 56 check (due_advisory_days between 0 and 400),
  add column due_minor_days smallint not null default 14 check (due_minor_days between 0 and 400),
  add column due_major_days smallint not null default 3 check (due_major_days between 0 and 400),
  add column due_dangerous_days smallint not null default 1 check (due_dangerous_days between 0 and 400),
  add column version int not null default 1;

/* Days by the severity's rank, of the customer's own limits or those of the installation. */
create function defect_due_days(customer int, rank int) returns int language sql stable as $$
  select (array[due_advisory_days, due_minor_days, due_major_days, due_dangerous_days])[rank + 1]
  from record_limits where customer_id is null or customer_id = customer
  order by customer_id nulls last limit 1
$$;
update defect_records set due_at =
  reported_at + make_interval(days => defect_due_days(customer_id, severity_rank));

-- What the figures of an inspection were held against; those before there were limits had the
-- installation's. The brakes' are those of goods vehicles.
update inspection_records r set limits = jsonb_build_object(
    'brake_service_pct', case when v.type in ('STR', 'VAN') then l.brake_service_pct end,
    'brake_secondary_pct', case when v.type in ('STR', 'VAN') then l.brake_secondary_pct end,
    'brake_parking_pct', case when v.type in ('STR', 'VAN') then l.brake_parking_pct end,
    'tread_mm', case when v.type = 'STR' then l.tread_heavy_mm else l.tread_light_mm end)
  from vehicles v, record_limits l
  where r.limits is null and v.id = r.vehicle_id and l.customer_id is null;

alter table inspection_records
  add column brake_result text not null generated always as (case
    when brake_method is null then 'none'
    when brake_service_pct < (limits ->> 'brake_service_pct')::real
      or brake_secondary_pct < (limits ->> 'brake_secondary_pct')::real
      or brake_parking_pct < (limits ->> 'brake_parking_pct')::real then 'below'
    else 'met' end) stored,
  add column tyre_result text not null generated always as (case
    when not jsonb_path_exists(tyres, '$[*] ? (@.tread_mm >= 0)') then 'none'
    when coalesce(jsonb_path_exists(tyres, '$[*] ? (@.tread_mm < $tread_mm)',
      '{"tread_mm": null}'::jsonb || limits), false) then 'below'
    else 'met' end) stored,
  add column search_text text not null generated always as
    (upper(reference_number || ' ' || inspector || ' ' || coalesce(place, ''))) stored;

-- The orders of the list of defects, each with what is filtered by, so that no row is read that is not
-- shown; the whole table's for who sees every customer goes through the customers one by one.
create index defect_list_newest on defect_records (customer_id, reported_at, id)
  include (vehicle_id, severity_rank, state, due_at, repairer);
create index defect_list_by_due on defect_records (customer_id, due_at, id)
  include (vehicle_id, severity_rank, state, reported_at, repairer);
create index defect_list_by_severity on defect_records (customer_id, severity_rank, reported_at, id)
  include (vehicle_id, state, due_at, repairer);
create index defect_list_by_state on defect_records (customer_id, state, reported_at, id)
  include (vehicle_id, severity_rank, due_at, repairer);
create index defect_list_by_repairer on defect_records (customer_id, repairer, reported_at, id)
  include (vehicle_id, severity_rank, state, due_at);
create index defect_list_by_cost on defect_records (customer_id, cost, id)
  include (vehicle_id, severity_rank, state, due_at, repairer, reported_at);
create index defect_list_of_vehicle on defect_records (vehicle_id, reported_at, id)
  include (severity_rank, state, due_at, repairer);
drop index defect_records_by_vehicle;
drop index defect_records_by_customer;
-- What is still to be done is little; its figures are counted over it.
create index defect_list_open on defect_records (customer_id, reported_at, id)
  include (vehicle_id, severity_rank, state, due_at, repairer) where signed_off_at is null;
create index defect_list_overdue on defect_records (customer_id, due_at, id)
  include (vehicle_id, severity_rank, state, reported_at, repairer) where signed_off_at is null;
create index defect_list_signed_off on defect_records (customer_id, signed_off_at)
  include (vehicle_id, reported_at, cost) where signed_off_at is not null;
create index defect_list_by_search on defect_records using gin (search_text gin_trgm_ops);

create index inspection_list_newest on inspection_records (customer_id, inspected_at, id)
  include (vehicle_id, status, is_roadworthy, brake_result, tyre_result);
create index inspection_list_by_status on inspection_records (customer_id, status, inspected_at, id)
  include (vehicle_id, is_roadworthy, brake_result, tyre_result);
create index inspection_list_by_result
  on inspection_records (customer_id, is_roadworthy, inspected_at, id)
  include (vehicle_id, status, brake_result, tyre_result);
create index inspection_list_by_brakes
  on inspection_records (customer_id, brake_result, inspected_at, id)
  include (vehicle_id, status, is_roadworthy, tyre_result);
create index inspection_list_by_tyres
  on inspection_records (customer_id, tyre_result, inspected_at, id)
  include (vehicle_id, status, is_roadworthy, brake_result);
create index inspection_list_by_inspector
  on inspection_records (customer_id, inspector, inspected_at, id)
  include (vehicle_id, status, is_roadworthy, brake_result, tyre_result);
create index inspection_list_by_service_brake
  on inspection_records (customer_id, brake_service_pct, id)
  include (vehicle_id, status, is_roadworthy, brake_result, tyre_result, inspected_at);
create index inspection_list_of_vehicle on inspection_records (vehicle_id, inspected_at, id)
  include (status, is_roadworthy, brake_result, tyre_result);
drop index inspection_records_by_vehicle;
drop index inspection_records_by_customer;
create index inspection_list_by_search on inspection_records using gin (search_text gin_trgm_ops);

-- What a search finds, at most so many: by the record's own words and by the vehicle's. Row-level security
-- keeps an index from being used for "contains", so these functions hold the rows to the customer.
do $$
declare
  list text;
begin
  foreach list in array array['defect_records', 'inspection_records']
  loop
    execute format($function$
      create function %1$s_found(pattern text, most int)
        returns setof int language plpgsql stable security definer
        set search_path = public set plan_cache_mode = force_custom_plan as $body$
      declare
        sees_all boolean := request_sees_all();
        customer int := request_customer();
      begin
        return query
          (select r.id from %1$I r where r.search_text like upper(pattern)
            and (sees_all or r.customer_id = customer) limit most)
          union
          (select r.id from vehicles v join %1$I r on r.vehicle_id = v.id
            where v.search_text like upper(pattern) and (sees_all or v.customer_id = customer)
            limit most);
      end
      $body$
    $function$, list);
  end loop;
end
$$;

-- Targets and triggers of the figures M1 to M5, in per cent. A customer without a row of its own has that
-- of the installation.
create table earned_recognition_limits (
  id int generated always as identity primary key,
  customer_id int references customers on delete cascade,
  measure text not null check (measure in ('M1', 'M2', 'M3', 'M4', 'M5')),
  target_pct real not null check (target_pct between 0 and 100),
  -- A figure below it is shown as such.
  trigger_pct real not null check (trigger_pct between 0 and 100),
  check (trigger_pct <= target_pct)
);
create unique index earned_recognition_limits_of
  on earned_recognition_limits (coalesce(customer_id, 0), measure);
create index earned_recognition_limits_by_customer on earned_recognition_limits (customer_id);
insert into earned_recognition_limits (customer_id, measure, target_pct, trigger_pct) values
  (null, 'M1', 100, 97), (null, 'M2', 100, 97), (null, 'M3', 100, 95), (null, 'M4', 100, 95),
  (null, 'M5', 95, 85);
alter table earned_recognition_limits enable row level security;
create policy own_customer on earned_recognition_limits to roadworthy_request
  using (customer_id is null or (select request_sees_all())
    or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on earned_recognition_limits to roadworthy_request;
-- The installation's row is read by everybody and changed by nobody's request but of who sees all.
grant insert, update on record_limits to roadworthy_request;

-- Keys that administrators make; what is kept is never the key itself.
alter table partner_keys
  add column created_by text not null default '',
  add column revoked_by text,
  -- The first signs of the key, by which a person tells it from others.
  add column hint text not null default '',
  add column last_used_at timestamptz;
create policy own_customer on partner_keys to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
-- Whoever asks never reads what the key is recognised by.
grant select (id, customer_id, name, hint, created_at, created_by, revoked_at, revoked_by, last_used_at)
  on partner_keys to roadworthy_request;
grant insert on partner_keys to roadworthy_request;
grant update (revoked_at, revoked_by) on partner_keys to roadworthy_request;
