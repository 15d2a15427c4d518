-- The public pages behind the codes that are stuck on vehicles.

-- 122 random bits in 22 signs: nobody guesses one.
create function new_vehicle_code() returns text
  language sql volatile
  return translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_');

-- What is printed on a vehicle. A revoked code opens nothing; a vehicle has one that does, or none.
create table vehicle_codes (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  code text not null unique default new_vehicle_code(),
  created_at timestamptz not null default now(),
  -- Null where it was made with the vehicle.
  created_by text,
  revoked_at timestamptz,
  revoked_by text
);
create unique index vehicle_codes_living on vehicle_codes (vehicle_id) where revoked_at is null;
create index vehicle_codes_by_vehicle on vehicle_codes (vehicle_id, id desc);
create index vehicle_codes_by_customer on vehicle_codes (customer_id);

insert into vehicle_codes (customer_id, vehicle_id) select customer_id, id from vehicles;

create function give_vehicle_code() returns trigger language plpgsql as $$
begin
  insert into vehicle_codes (customer_id, vehicle_id) values (new.customer_id, new.id);
  return null;
end
$$;
create trigger vehicle_gets_code after insert on vehicles
  for each row execute function give_vehicle_code();

-- A registration as a visitor writes it: in any case, with blanks or without.
create index vehicles_by_plate on vehicles (upper(replace(registration, ' ', ''))) where is_active;

-- What the help page of a customer's vehicles says; without a row it has no telephone numbers.
create table help_pages (
  customer_id int primary key references customers on delete cascade,
  break_down_phone text,
  -- Of the company that manages the vehicles, as a data URL.
  logo text,
  shows_faqs boolean not null default true,
  takes_accidents boolean not null default true,
  is_dpd_local boolean not null default false,
  accident_emails text[] not null default '{}'
);
create table help_faqs (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  position int not null,
  question text not null,
  answer text not null
);
create index help_faqs_of on help_faqs (customer_id, position);

-- Partners who report accidents from pages of their own (W-P05). Never granted to requests.
create table partner_keys (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  -- SHA-256; the key itself is shown once and kept nowhere.
  key_hash bytea not null unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index partner_keys_by_customer on partner_keys (customer_id);

-- What a driver reported; a record of the vehicle file. Kept six years at least.
create table accident_reports (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles,
  reference_number text not null generated always as
    ('ACC-' || lpad(id::text, greatest(6, length(id::text)), '0')) stored,
  -- What the phone called the report, so that sending it again makes nothing twice.
  report_key text not null,
  digest bytea not null,
  driver_name text not null,
  driver_phone text not null,
  happened_at timestamptz not null,
  time_zone text not null,
  latitude double precision,
  longitude double precision,
  address text not null,
  road text,
  description text not null,
  injuries boolean not null,
  police_informed boolean not null,
  police_reference text,
  damage text not null,
  signature_file_id uuid not null references files,
  signed_name text not null,
  sketch_file_id uuid references files,
  activity_id int references vehicle_activities,
  created_at timestamptz not null default now(),
  -- When the operator was told; until then a job goes on trying.
  told_at timestamptz,
  unique (customer_id, report_key),
  check ((latitude is null) = (longitude is null))
);
create index accident_reports_by_vehicle on accident_reports (vehicle_id, happened_at desc);
create index accident_reports_untold on accident_reports (id) where told_at is null;

create table accident_parties (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  report_id int not null references accident_reports on delete cascade,
  kind text not null check (kind in ('party', 'witness')),
  position int not null,
  name text not null,
  phone text not null,
  registration text not null,
  number_in_vehicle int not null,
  injured boolean not null,
  injury_details text not null,
  details text not null
);
create index accident_parties_of on accident_parties (report_id, kind, position);
create index accident_parties_by_customer on accident_parties (customer_id);

-- Photographs come before their report, one by one; those of no report go after two days.
create table accident_photographs (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  report_key text not null,
  photo_key text not null,
  file_id uuid not null references files on delete cascade,
  created_at timestamptz not null default now(),
  report_id int references accident_reports on delete cascade,
  -- Of one who was involved; null for the scene.
  party_id int references accident_parties on delete cascade,
  position int,
  notes text not null default '',
  unique (customer_id, report_key, photo_key)
);
create index accident_photographs_of on accident_photographs (report_id, party_id, position);
create index accident_photographs_by_file on accident_photographs (file_id);

insert into activity_types (id, name, reference, schedule_type_id, require_user_date_input,
    internal_use, vehicle_types)
  values (4, 'Accident Report', 'ACCIDENT', null, false, true, '{}');

do $$
declare
  t text;
begin
  foreach t in array array['vehicle_codes', 'help_pages', 'help_faqs', 'accident_reports',
    'accident_parties', 'accident_photographs']
  loop
    execute format('alter table %I enable row level security', t);
    execute format(
      'create policy own_customer on %I to roadworthy_request
         using ((select request_sees_all()) or customer_id = (select request_customer()))
         with check ((select request_sees_all()) or customer_id = (select request_customer()))', t);
  end loop;
end
$$;
grant select, insert, update on vehicle_codes, help_pages, accident_reports, accident_photographs
  to roadworthy_request;
grant select, insert on accident_parties to roadworthy_request;
grant select, insert, delete on help_faqs to roadworthy_request;
alter table partner_keys enable row level security;
