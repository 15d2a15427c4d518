-- Downloaded files of tachograph cards and vehicle units. The bytes are in the file store, unchanged.
create table tachograph_files (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  file_id uuid not null references files on delete cascade,
  name text not null,
  sha256 bytea not null,
  size_bytes int not null,
  kind text not null check (kind in
    ('driver_card', 'workshop_card', 'control_card', 'company_card', 'vehicle_unit')),
  generation text not null check (generation in ('1', '2', '2v2')),
  source text not null check (source in ('upload', 'folder')),
  received_at timestamptz not null default now(),
  received_by int references users on delete set null,
  -- The holder's number without replacement and renewal index, in a driver card.
  card_number text,
  card_nation text,
  card_holder text,
  registration text,
  vin text,
  first_day date,
  last_day date,
  signature text not null check (signature in ('valid', 'invalid', 'unverified')),
  problem_count int not null,
  driver_id int references drivers on delete set null,
  vehicle_id int references vehicles on delete set null,
  -- A repeat is recognised by its digest.
  unique (customer_id, sha256)
);
create index tachograph_files_by_time on tachograph_files (customer_id, received_at desc, id desc);
create index tachograph_files_by_file on tachograph_files (file_id);
create index tachograph_files_by_driver on tachograph_files (driver_id, last_day desc)
  where driver_id is not null;
create index tachograph_files_by_vehicle on tachograph_files (vehicle_id, last_day desc)
  where vehicle_id is not null;
create index tachograph_files_by_receiver on tachograph_files (received_by)
  where received_by is not null;
alter table tachograph_files enable row level security;
create policy own_customer on tachograph_files to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on tachograph_files to roadworthy_request;

-- The parts of a card number and of a registration that stay the same however people write them.
create function card_key(number text) returns text language sql immutable parallel safe
  return left(regexp_replace(upper(number), '[^A-Z0-9]', '', 'g'), 14);
create function plate_key(registration text) returns text language sql immutable parallel safe
  return regexp_replace(upper(registration), '[^A-Z0-9]', '', 'g');
create index drivers_by_card_key on drivers (customer_id, card_key(tachograph_card_number))
  where tachograph_card_number is not null;
create index vehicles_by_plate_key on vehicles (customer_id, plate_key(registration));
create index tachograph_files_by_card on tachograph_files (customer_id, card_number, received_at desc)
  where card_number is not null;
create index tachograph_files_by_registration
  on tachograph_files (customer_id, registration, received_at desc) where registration is not null;

-- How long downloaded files are kept.
alter table retention_settings drop constraint retention_settings_kind_check;
alter table retention_settings add constraint retention_settings_kind_check
  check (kind in ('positions', 'journeys', 'accidents', 'tachograph'));
