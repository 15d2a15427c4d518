-- Drivers, vehicles, trackers, and the catalogue that describes them.

-- Lists that administrators keep to describe vehicles and drivers, one for each kind. A model has a
-- manufacturer and the type of its vehicles.
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
-- The name of an archived row can be used again.
create unique index catalogue_entries_of_a_name
  on catalogue_entries (customer_id, kind, coalesce(manufacturer_id, 0), lower(name))
  where archived_at is null;
create index catalogue_entries_by_name on catalogue_entries (customer_id, kind, name, id);
create index catalogue_entries_by_manufacturer on catalogue_entries (manufacturer_id);
alter table catalogue_entries enable row level security;
create policy own_customer on catalogue_entries to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on catalogue_entries to roadworthy_request;

-- Workshops that repair vehicles.
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
alter table repairers enable row level security;
create policy own_customer on repairers to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on repairers to roadworthy_request;

create table drivers (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  first_name text not null,
  surname text not null,
  email text,
  phone text,
  tag_number text,
  -- Legal documents of a driver, and the numbers that identify them to devices (tag_number is the
  -- iButton).
  category_id int references catalogue_entries on delete set null,
  licence_number text,
  licence_categories text[] not null default '{}',
  licence_expires_on date,
  tachograph_card_number text,
  tachograph_card_expires_on date,
  cpc_card_number text,
  cpc_expires_on date,
  rfid_number text,
  archived_at timestamptz,
  unique (customer_id, tag_number)
);
create index drivers_by_category on drivers (category_id);
create index drivers_by_licence on drivers (customer_id, licence_expires_on, id);
create index drivers_by_tachograph_card on drivers (customer_id, tachograph_card_expires_on, id);
create index drivers_by_cpc on drivers (customer_id, cpc_expires_on, id);
-- Row-level security keeps a query from using this index; see depots_found.
create index driver_details_by_search on drivers using gin ((first_name || ' ' || surname || ' '
  || coalesce(email, '') || ' ' || coalesce(licence_number, '') || ' ' || coalesce(tag_number, '') || ' '
  || coalesce(rfid_number, '') || ' ' || coalesce(tachograph_card_number, '')) gin_trgm_ops);
create index drivers_by_first_name on drivers (customer_id, lower(first_name), lower(surname), id);
create index drivers_by_surname on drivers (customer_id, lower(surname), lower(first_name), id);
create index drivers_of_all_by_first_name on drivers (lower(first_name), lower(surname), id);
create index drivers_by_search on drivers using gin ((first_name || ' ' || surname) gin_trgm_ops);
alter table drivers enable row level security;
create policy own_customer on drivers to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on drivers to roadworthy_request;

create function drivers_found(pattern text, most int)
  returns setof int language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query select id from drivers
    where (first_name || ' ' || surname) ilike pattern and archived_at is null
      and (sees_all or customer_id = customer or customer_id is null)
    limit most;
end
$$;

create function driver_details_found(pattern text, most int)
  returns setof int language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query select id from drivers
    where (first_name || ' ' || surname || ' '
        || coalesce(email, '') || ' ' || coalesce(licence_number, '') || ' ' || coalesce(tag_number, '')
        || ' ' || coalesce(rfid_number, '') || ' ' || coalesce(tachograph_card_number, '')) ilike pattern
      and (sees_all or customer_id = customer)
    limit most;
end
$$;

-- Which driver held which tag or card, and when. A trigger keeps it, so that a trip that is derived
-- again later still gets the driver of its time.
create table driver_identities (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  driver_id int not null references drivers on delete cascade,
  kind text not null check (kind in ('ibutton', 'rfid', 'tachograph_card')),
  number text not null,
  -- -infinity for the first holder of a number: drivers are often registered after their first trips.
  held_from timestamptz not null,
  held_until timestamptz
);
create unique index driver_identities_now
  on driver_identities (customer_id, lower(number)) where held_until is null;
create index driver_identities_by_number on driver_identities (customer_id, lower(number), held_from);
create index driver_identities_by_driver on driver_identities (driver_id);
alter table driver_identities enable row level security;
create policy own_customer on driver_identities to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on driver_identities to roadworthy_request;

create function hold_driver_identity(customer int, driver int, of_kind text, was text, becomes text)
returns void language plpgsql as $$
begin
  if was is not distinct from becomes then return; end if;
  update driver_identities set held_until = clock_timestamp()
    where driver_id = driver and kind = of_kind and held_until is null;
  if becomes is null then return; end if;
  insert into driver_identities (customer_id, driver_id, kind, number, held_from)
  select customer, driver, of_kind, becomes,
    case when exists (select from driver_identities
        where customer_id = customer and lower(number) = lower(becomes))
      then clock_timestamp() else '-infinity' end;
end
$$;

create function keep_driver_identities() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform hold_driver_identity(new.customer_id, new.id, 'ibutton', null, new.tag_number);
    perform hold_driver_identity(new.customer_id, new.id, 'rfid', null, new.rfid_number);
    perform hold_driver_identity(
      new.customer_id, new.id, 'tachograph_card', null, new.tachograph_card_number);
    return new;
  end if;
  perform hold_driver_identity(
    new.customer_id, new.id, 'ibutton', old.tag_number, new.tag_number);
  perform hold_driver_identity(new.customer_id, new.id, 'rfid', old.rfid_number, new.rfid_number);
  perform hold_driver_identity(new.customer_id, new.id, 'tachograph_card',
    old.tachograph_card_number, new.tachograph_card_number);
  return new;
end
$$;
create trigger drivers_keep_identities
  after insert or update of tag_number, rfid_number, tachograph_card_number on drivers
  for each row execute function keep_driver_identities();

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
  -- The age of a goods vehicle decides how often it is inspected.
  first_registered_on date,
  -- A copy of the names in manufacturer_model: lists and reports read it without a join.
  manufacturer_model_id int references catalogue_entries on delete set null,
  livery_category_id int references catalogue_entries on delete set null,
  contract_type_id int references catalogue_entries on delete set null,
  lease_company_id int references catalogue_entries on delete set null,
  repairer_id int references repairers on delete set null,
  archived_at timestamptz,
  -- Upper case: comparing one text is much faster than comparing three regardless of case.
  search_text text generated always as
    (upper(registration || ' ' || coalesce(vin, '') || ' ' || coalesce(manufacturer_model, ''))) stored,
  unique (customer_id, registration)
);
create index vehicles_by_driver on vehicles (driver_id);
-- The registration as a visitor types it: any case, with or without spaces.
create index vehicles_by_plate on vehicles (upper(replace(registration, ' ', ''))) where is_active;
-- One index for each sort of the administrators' list, by customer and across all customers.
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
-- Registrations are compared regardless of case and spaces.
create index vehicles_by_plain_registration
  on vehicles (customer_id, upper(regexp_replace(registration, '\s', '', 'g')));
create index vehicles_by_livery on vehicles (livery_category_id);
create index vehicles_by_catalogue_model on vehicles (manufacturer_model_id);
create index vehicles_by_contract_type on vehicles (contract_type_id);
create index vehicles_by_lease_company on vehicles (lease_company_id);
create index vehicles_by_repairer on vehicles (repairer_id);
create index vehicles_by_search on vehicles using gin (search_text gin_trgm_ops);
-- For counting vehicles.
create index vehicles_in_use on vehicles (customer_id) where is_active;
alter table vehicles enable row level security;
create policy own_customer on vehicles to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on vehicles to roadworthy_request;

create function vehicles_found(pattern text, active boolean, most int)
  returns setof int language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query select v.id from vehicles v
    where v.search_text like upper(pattern) and v.is_active = active and (sees_all or v.customer_id = customer)
    limit most;
end
$$;

-- Creates manufacturers and models from the texts in manufacturer_model ("DAF XF") of a customer's
-- vehicles.
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

create table vehicle_depots (
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  depot_id int not null references depots on delete cascade,
  primary key (vehicle_id, depot_id)
);
create index vehicle_depots_by_depot on vehicle_depots (depot_id, vehicle_id);
alter table vehicle_depots enable row level security;
create policy own_customer on vehicle_depots to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on vehicle_depots to roadworthy_request;

-- Which driver was assigned to a vehicle since when. A trigger keeps it, so that a trip that is derived
-- again later still gets the driver of its time.
create table driver_assignments (
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  driver_id int references drivers on delete set null,
  assigned_from timestamptz not null,
  primary key (vehicle_id, assigned_from)
);
create index driver_assignments_by_driver on driver_assignments (driver_id);
alter table driver_assignments enable row level security;
create policy own_customer on driver_assignments to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on driver_assignments to roadworthy_request;

create function keep_driver_assignment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.driver_id is not null then
      insert into driver_assignments (customer_id, vehicle_id, driver_id, assigned_from)
      values (new.customer_id, new.id, new.driver_id, '-infinity');
    end if;
  elsif new.driver_id is distinct from old.driver_id then
    insert into driver_assignments (customer_id, vehicle_id, driver_id, assigned_from)
    values (new.customer_id, new.id, new.driver_id, now())
    on conflict (vehicle_id, assigned_from) do update set driver_id = excluded.driver_id;
  end if;
  return new;
end
$$;
create trigger vehicles_keep_driver_assignment
  after insert or update of driver_id on vehicles
  for each row execute function keep_driver_assignment();

-- The fill factor leaves space on each page, so that updates stay there (HOT) and write no index:
-- measured, 99 of 100 updates do; without the space 3.
create table trackers (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  -- The name that the device sends: an IMEI, a terminal phone number without leading zeros, or a chosen
  -- name.
  number text not null unique,
  protocol text not null check (protocol in ('teltonika', 'gt06', 'osmand', 'jt808', 'traccar')),
  model text not null default '',
  sim text,
  permission text,
  vehicle_id int references vehicles on delete set null,
  -- Minutes to add to UTC, for protocols with a local clock; null for the default of the protocol.
  clock_offset_min int,
  -- A device clock that is certainly wrong: in which direction, and since when. A good record clears
  -- both.
  clock_fault text check (clock_fault in ('clock_future', 'clock_past')),
  clock_fault_at timestamptz,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  -- The index stores the hour, so the frequent updates do not touch it; within an hour few rows are
  -- sorted. Trackers that never reported sort first, each with its own value.
  last_seen_hour timestamptz not null generated always as (coalesce(
    date_bin('1 hour', last_seen_at, timestamptz '2000-01-01 00:00:00+00'),
    to_timestamp(id::double precision - 60000000000))) stored,
  last_address inet,
  -- Networks that the device may connect from; empty for any.
  allowed_networks text[] not null default '{}'
) with (fillfactor = 70);
create index trackers_by_vehicle on trackers (vehicle_id);
create index trackers_by_customer on trackers (customer_id);
create index trackers_with_clock_fault on trackers (vehicle_id) where clock_fault is not null;
-- For the sorts of the tracker list (R-P07). There is none on last_seen_at: it is written every few
-- seconds, and updating an index would cost more than the sort saves.
create index trackers_by_model on trackers (customer_id, model, id);
create index trackers_by_protocol on trackers (customer_id, protocol, id);
create index trackers_by_number on trackers (customer_id, number, id);
create index trackers_by_search on trackers using gin (number gin_trgm_ops, model gin_trgm_ops);
create index trackers_by_last_seen on trackers (customer_id, last_seen_hour);
-- Trackers without a vehicle, in each sort: users of some depots see these and those of the depots'
-- vehicles, and would otherwise read past those of all other depots.
create index trackers_unfitted_by_number on trackers (customer_id, number, id) where vehicle_id is null;
create index trackers_unfitted_by_model on trackers (customer_id, model, id) where vehicle_id is null;
create index trackers_unfitted_by_protocol on trackers (customer_id, protocol, id) where vehicle_id is null;
create index trackers_unfitted_by_last_seen on trackers (customer_id, last_seen_hour)
  where vehicle_id is null;
alter table trackers enable row level security;
create policy own_customer on trackers to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on trackers to roadworthy_request;

-- search_text contains the registration and has an index; the registration itself then decides.
create function trackers_found(pattern text, most int)
  returns setof int language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query
    (select t.id from trackers t
      where (t.number ilike pattern or t.model ilike pattern)
        and (sees_all or t.customer_id = customer)
      limit most)
    union
    (select t.id from vehicles v join trackers t on t.vehicle_id = v.id
      where v.search_text like upper(pattern) and v.registration ilike pattern
        and (sees_all or v.customer_id = customer)
      limit most);
end
$$;

-- Which vehicle a device was fitted to, and when: a record is assigned to the vehicle of its own time.
create table tracker_fittings (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  tracker_id int not null references trackers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  -- -infinity for the first vehicle of a device: records from before the registration are assigned to
  -- it.
  fitted_at timestamptz not null,
  removed_at timestamptz
);
create index tracker_fittings_by_tracker on tracker_fittings (tracker_id, fitted_at desc);
create index tracker_fittings_by_vehicle on tracker_fittings (vehicle_id, fitted_at desc);
alter table tracker_fittings enable row level security;
create policy own_customer on tracker_fittings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on tracker_fittings to roadworthy_request;

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

-- Devices that connected and are not registered. The gateway limits their number; no positions are
-- stored.
create table unknown_devices (
  protocol text not null,
  identifier text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  attempts int not null default 1,
  primary key (protocol, identifier)
);
create index unknown_devices_by_last_seen on unknown_devices (last_seen_at desc);
grant select, delete on unknown_devices to roadworthy_request;
