-- Couplings that are found: by identities of trailers that devices report, and by positions.

-- What identifies a trailer to a device: a beacon, a tag, or the serial of its electronics.
create table trailer_identifiers (
  customer_id int not null references customers on delete cascade,
  -- Letters and digits only, in capitals.
  key text not null,
  vehicle_id int not null references vehicles on delete cascade,
  value text not null,
  primary key (customer_id, key)
);
create index trailer_identifiers_by_vehicle on trailer_identifiers (vehicle_id);
alter table trailer_identifiers enable row level security;
create policy own_customer on trailer_identifiers to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on trailer_identifiers to roadworthy_request;

alter table couplings
  -- Not seen any more since then, although nobody dropped it.
  add column silent_since timestamptz,
  -- Whether a finding, not a person, ended a coupling that a driver recorded.
  add column is_end_found boolean not null default false;
create index couplings_by_source on couplings (customer_id, source, coupled_at desc, id desc);

-- Runs of one vehicle with a trailer, before those of several vehicles are compared.
create table coupling_findings (
  vehicle_id int not null references vehicles on delete cascade,
  trailer_id int not null references vehicles on delete cascade,
  source text not null check (source in ('device', 'place')),
  started_at timestamptz not null,
  customer_id int not null references customers on delete cascade,
  ended_at timestamptz,
  moved_m int not null,
  moved_until timestamptz not null,
  silent_since timestamptz,
  primary key (vehicle_id, trailer_id, source, started_at)
);
create index coupling_findings_by_trailer on coupling_findings (trailer_id, started_at);
create index coupling_findings_by_customer on coupling_findings (customer_id);

-- Found couplings that a person deleted.
create table coupling_dismissals (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  trailer_id int not null references vehicles on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null
);
create index coupling_dismissals_by_trailer on coupling_dismissals (trailer_id, from_at);
create index coupling_dismissals_by_vehicle on coupling_dismissals (vehicle_id);
create index coupling_dismissals_by_customer on coupling_dismissals (customer_id);

-- The trailers whose own tracker was near a vehicle.
create table coupling_nearby (
  vehicle_id int not null references vehicles on delete cascade,
  trailer_id int not null references vehicles on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  customer_id int not null references customers on delete cascade,
  primary key (vehicle_id, trailer_id, from_at)
);
create index coupling_nearby_by_trailer on coupling_nearby (trailer_id, from_at);
create index coupling_nearby_by_customer on coupling_nearby (customer_id);

-- What is known of a vehicle and the trailers behind it at the start of each day, and at the end of the last pass.
create table coupling_states (
  vehicle_id int not null references vehicles on delete cascade,
  at timestamptz not null,
  customer_id int not null references customers on delete cascade,
  -- json, not jsonb, keeps the text as written: two states are compared as text.
  state json not null,
  primary key (vehicle_id, at)
);
create index coupling_states_by_customer on coupling_states (customer_id);

-- Vehicles and times whose records have changed.
create table coupling_due (
  id bigint generated always as identity primary key,
  customer_id int not null,
  vehicle_id int not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- A trailer waits until the records of its vehicle have arrived.
  not_before timestamptz not null default now()
);
create index coupling_due_by_vehicle on coupling_due (vehicle_id);
create index coupling_due_by_time on coupling_due (not_before, id);

do $$
declare name text;
begin
  foreach name in array array['coupling_findings', 'coupling_dismissals', 'coupling_nearby',
      'coupling_states', 'coupling_due'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_customer on %I to roadworthy_request
      using ((select request_sees_all()) or customer_id = (select request_customer()))
      with check ((select request_sees_all()) or customer_id = (select request_customer()))', name);
    execute format('grant select, insert on %I to roadworthy_request', name);
  end loop;
end
$$;

-- Only for vehicles behind which a trailer could be found.
create function queue_couplings(changed_customer int, changed_vehicle int, since timestamptz, until timestamptz)
  returns void language plpgsql as $$
begin
  if exists (select from vehicles v where v.id = changed_vehicle
      and v.kind in ('drawbar_trailer', 'semi_trailer')) then
    insert into coupling_due (customer_id, vehicle_id, from_at, to_at, not_before)
      values (changed_customer, changed_vehicle, since, least(until, now()), now() + interval '10 minutes');
  elsif exists (select from trailer_identifiers i where i.customer_id = changed_customer)
      or exists (select from vehicles v join trackers t on t.vehicle_id = v.id
        where v.customer_id = changed_customer and v.kind in ('drawbar_trailer', 'semi_trailer')) then
    insert into coupling_due (customer_id, vehicle_id, from_at, to_at)
      values (changed_customer, changed_vehicle, since, least(until, now()));
  end if;
end
$$;
create function queue_couplings_of_trip() returns trigger language plpgsql as $$
begin
  perform queue_couplings(new.customer_id, new.vehicle_id, new.started_at, new.ended_at);
  return null;
end
$$;
create trigger trips_queue_couplings after insert or update on trips
  for each row when (not new.in_progress) execute function queue_couplings_of_trip();
-- Late records: their period is found again when the derivation begins with it.
create function queue_couplings_of_redo() returns trigger language plpgsql as $$
begin
  perform queue_couplings(new.customer_id, new.vehicle_id, old.redo_from, old.redo_until);
  return null;
end
$$;
create trigger derivations_queue_couplings after update of redo_from on derivations
  for each row when (old.redo_from is not null and new.redo_from is null)
  execute function queue_couplings_of_redo();
create index vehicles_of_trailers on vehicles (customer_id) where kind in ('drawbar_trailer', 'semi_trailer');
