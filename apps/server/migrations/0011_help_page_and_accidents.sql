-- The public pages behind the QR codes of vehicles, and the accident reports that they take.

-- 122 random bits in 22 characters, so that a code cannot be guessed.
create function new_vehicle_code() returns text
  language sql volatile
  return translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_');

-- The codes on vehicles. A vehicle has at most one that is not revoked, and a revoked code opens
-- nothing.
create table vehicle_codes (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  code text not null unique default new_vehicle_code(),
  created_at timestamptz not null default now(),
  -- Null if it was created with the vehicle.
  created_by text,
  revoked_at timestamptz,
  revoked_by text
);
create unique index vehicle_codes_living on vehicle_codes (vehicle_id) where revoked_at is null;
create index vehicle_codes_by_vehicle on vehicle_codes (vehicle_id, id desc);
create index vehicle_codes_by_customer on vehicle_codes (customer_id);
alter table vehicle_codes enable row level security;
create policy own_customer on vehicle_codes to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on vehicle_codes to roadworthy_request;

create function give_vehicle_code() returns trigger language plpgsql as $$
begin
  insert into vehicle_codes (customer_id, vehicle_id) values (new.customer_id, new.id);
  return null;
end
$$;
create trigger vehicle_gets_code after insert on vehicles
  for each row execute function give_vehicle_code();

-- Content of the help page of a customer's vehicles; without a row it has no telephone numbers.
create table help_pages (
  customer_id int primary key references customers on delete cascade,
  break_down_phone text,
  -- Logo of the company that manages the vehicles, as a data URL.
  logo text,
  shows_faqs boolean not null default true,
  takes_accidents boolean not null default true,
  is_dpd_local boolean not null default false,
  accident_emails text[] not null default '{}'
);
alter table help_pages enable row level security;
create policy own_customer on help_pages to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on help_pages to roadworthy_request;

create table help_faqs (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  position int not null,
  question text not null,
  answer text not null
);
create index help_faqs_of on help_faqs (customer_id, position);
alter table help_faqs enable row level security;
create policy own_customer on help_faqs to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, delete on help_faqs to roadworthy_request;

-- Keys of partners who report accidents from their own pages (W-P05).
create table partner_keys (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  -- SHA-256 of the key, which is shown once and not stored.
  key_hash bytea not null unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  created_by text not null default '',
  revoked_by text,
  -- The first characters, by which a person recognises the key.
  hint text not null default '',
  last_used_at timestamptz
);
create index partner_keys_by_customer on partner_keys (customer_id);
alter table partner_keys enable row level security;
create policy own_customer on partner_keys to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
-- Requests cannot read the hash of a key.
grant select (id, customer_id, name, hint, created_at, created_by, revoked_at, revoked_by, last_used_at)
  on partner_keys to roadworthy_request;
grant insert on partner_keys to roadworthy_request;
grant update (revoked_at, revoked_by) on partner_keys to roadworthy_request;

-- Accident reports of drivers. They are records of the vehicle file and are kept for six years at least.
create table accident_reports (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles,
  reference_number text not null generated always as
    ('ACC-' || lpad(id::text, greatest(6, length(id::text)), '0')) stored,
  -- Key that the phone generates, so that a retry creates no second report.
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
  -- When the operator was notified; a job retries until then.
  told_at timestamptz,
  unique (customer_id, report_key),
  check ((latitude is null) = (longitude is null))
);
create index accident_reports_by_vehicle on accident_reports (vehicle_id, happened_at desc);
create index accident_reports_untold on accident_reports (id) where told_at is null;
-- For retention.
create index accident_reports_by_customer on accident_reports (customer_id, happened_at);
alter table accident_reports enable row level security;
create policy own_customer on accident_reports to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on accident_reports to roadworthy_request;

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
alter table accident_parties enable row level security;
create policy own_customer on accident_parties to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert on accident_parties to roadworthy_request;

-- Photographs are uploaded one by one before their report. Those without a report are deleted after two
-- days.
create table accident_photographs (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  report_key text not null,
  photo_key text not null,
  file_id uuid not null references files on delete cascade,
  created_at timestamptz not null default now(),
  report_id int references accident_reports on delete cascade,
  -- The person involved; null for the scene.
  party_id int references accident_parties on delete cascade,
  position int,
  notes text not null default '',
  unique (customer_id, report_key, photo_key)
);
create index accident_photographs_of on accident_photographs (report_id, party_id, position);
create index accident_photographs_by_file on accident_photographs (file_id);
alter table accident_photographs enable row level security;
create policy own_customer on accident_photographs to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on accident_photographs to roadworthy_request;
