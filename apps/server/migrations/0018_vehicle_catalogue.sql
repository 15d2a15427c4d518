-- The catalogue of vehicles and trackers: what a vehicle is described by, which device was fitted when,
-- and the indexes of the administrators' lists.

create extension if not exists pg_trgm;

-- Words that vehicles and drivers are described by, one list a kind and customer. A model belongs to its
-- manufacturer and says what type its vehicles are of.
create table catalogue_entries (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  kind text not null check (kind in ('manufacturer', 'model', 'livery', 'contract_type',
    'lease_company', 'driver_category')),
  name text not null,
  manufacturer_id int references catalogue_entries on delete cascade,
  vehicle_type text check (vehicle_type in ('CAR', 'VAN', 'STR', 'BIK')),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'model') = (manufacturer_id is not null)),
  check (kind = 'model' or vehicle_type is null)
);
-- A name may be given again once its bearer is archived.
create unique index catalogue_entries_of_a_name
  on catalogue_entries (customer_id, kind, coalesce(manufacturer_id, 0), lower(name))
  where archived_at is null;
create index catalogue_entries_by_name on catalogue_entries (customer_id, kind, name, id);
create index catalogue_entries_by_manufacturer on catalogue_entries (manufacturer_id);

-- Who puts vehicles right.
create table repairers (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  email text,
  phone text,
  archived_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index repairers_of_a_name
  on repairers (customer_id, lower(name)) where archived_at is null;
create index repairers_by_name on repairers (customer_id, name, id);

-- The text manufacturer_model stays beside the id: lists and reports read it without a join.
alter table vehicles
  add column manufacturer_model_id int references catalogue_entries on delete set null,
  add column livery_category_id int references catalogue_entries on delete set null,
  add column contract_type_id int references catalogue_entries on delete set null,
  add column lease_company_id int references catalogue_entries on delete set null,
  add column repairer_id int references repairers on delete set null,
  add column archived_at timestamptz,
  -- What a search looks through, in capitals: one text is compared much quicker than three in any case.
  add column search_text text generated always as
    (upper(registration || ' ' || coalesce(vin, '') || ' ' || coalesce(manufacturer_model, ''))) stored;

-- Schedules that a vehicle follows; none means those of its type.
create table vehicle_schedule_types (
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  schedule_type_id int not null references schedule_types on delete cascade,
  primary key (vehicle_id, schedule_type_id)
);
create index vehicle_schedule_types_by_type on vehicle_schedule_types (schedule_type_id);

-- Makes manufacturers and models of the texts that the vehicles of a customer carry ("DAF XF").
create function catalogue_of_vehicles(customer int) returns void language plpgsql as $$
begin
  insert into catalogue_entries (customer_id, kind, name)
    select distinct customer_id, 'manufacturer', split_part(manufacturer_model, ' ', 1)
    from vehicles where customer_id = customer and manufacturer_model ~ '^\S+ \S'
      and manufacturer_model_id is null
    on conflict do nothing;
  insert into catalogue_entries (customer_id, kind, name, manufacturer_id, vehicle_type)
    select distinct on (v.customer_id, v.manufacturer_model) v.customer_id, 'model',
      substr(v.manufacturer_model, strpos(v.manufacturer_model, ' ') + 1), m.id, v.type
    from vehicles v join catalogue_entries m on m.customer_id = v.customer_id
      and m.kind = 'manufacturer' and lower(m.name) = lower(split_part(v.manufacturer_model, ' ', 1))
    where v.customer_id = customer and v.manufacturer_model ~ '^\S+ \S'
      and v.manufacturer_model_id is null
    on conflict do nothing;
  update vehicles v set manufacturer_model_id = e.id
    from catalogue_entries e join catalogue_entries m on m.id = e.manufacturer_id
    where v.customer_id = customer and v.manufacturer_model_id is null
      and e.customer_id = v.customer_id and e.kind = 'model'
      and lower(v.manufacturer_model) = lower(m.name || ' ' || e.name);
end
$$;
select catalogue_of_vehicles(id) from customers;

-- Which vehicle a device was fitted to, and when: a record belongs to the vehicle of its own time.
create table tracker_fittings (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  tracker_id int not null references trackers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  -- The first of a device reaches back: what it kept before it was registered is of that vehicle.
  fitted_at timestamptz not null,
  removed_at timestamptz
);
create index tracker_fittings_by_tracker on tracker_fittings (tracker_id, fitted_at desc);
create index tracker_fittings_by_vehicle on tracker_fittings (vehicle_id, fitted_at desc);

create function keep_tracker_fitting() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.vehicle_id is not distinct from old.vehicle_id then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    update tracker_fittings set removed_at = now()
      where tracker_id = new.id and removed_at is null;
  end if;
  if new.vehicle_id is not null then
    insert into tracker_fittings (customer_id, tracker_id, vehicle_id, fitted_at)
      select new.customer_id, new.id, new.vehicle_id,
        case when exists (select from tracker_fittings where tracker_id = new.id)
          then now() else '-infinity' end;
  end if;
  return new;
end
$$;
create trigger trackers_keep_fitting after insert or update of vehicle_id on trackers
  for each row execute function keep_tracker_fitting();
insert into tracker_fittings (customer_id, tracker_id, vehicle_id, fitted_at)
  select customer_id, id, vehicle_id, '-infinity' from trackers where vehicle_id is not null;

alter table trackers add column archived_at timestamptz;

-- The orders of the administrators' list of vehicles, by customer and of all; each holds what its
-- condition asks for.
create index vehicles_by_registration on vehicles (customer_id, is_active, registration, id);
create index vehicles_by_type on vehicles (customer_id, is_active, type, registration, id);
create index vehicles_by_vin on vehicles (customer_id, is_active, vin, id);
create index vehicles_by_model on vehicles (customer_id, is_active, manufacturer_model, id);
create index vehicles_by_age on vehicles (customer_id, is_active, created_at, id);
create index vehicles_of_all_by_registration on vehicles (is_active, registration, id);
create index vehicles_of_all_by_type on vehicles (is_active, type, registration, id);
create index vehicles_of_all_by_vin on vehicles (is_active, vin, id);
create index vehicles_of_all_by_model on vehicles (is_active, manufacturer_model, id);
create index vehicles_of_all_by_age on vehicles (is_active, created_at, id);
-- A registration is the same in any case and with or without blanks.
create index vehicles_by_plain_registration
  on vehicles (customer_id, upper(regexp_replace(registration, '\s', '', 'g')));
create index vehicles_by_livery on vehicles (livery_category_id);
create index vehicles_by_catalogue_model on vehicles (manufacturer_model_id);
create index vehicles_by_contract_type on vehicles (contract_type_id);
create index vehicles_by_lease_company on vehicles (lease_company_id);
create index vehicles_by_repairer on vehicles (repairer_id);
create index vehicles_by_search on vehicles using gin (search_text gin_trgm_ops);

-- Vehicles that a search finds, at most so many. Row-level security keeps an index from being used for
-- "contains", because the operator could tell of rows that are not to be seen: this function holds the
-- rows to the customer itself.
create function vehicles_found(pattern text, active boolean, most int)
  returns setof int language plpgsql stable security definer set search_path = public as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query select v.id from vehicles v
    where v.search_text like upper(pattern) and v.is_active = active and (sees_all or v.customer_id = customer)
    limit most;
end
$$;

do $$
declare
  t text;
begin
  foreach t in array array['catalogue_entries', 'repairers', 'vehicle_schedule_types',
    'tracker_fittings']
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
