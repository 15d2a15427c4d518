-- Evidence packs: the records of a vehicle, a depot or the fleet for a period, as a PDF and as a signed
-- archive. A worker makes them from a queue; a person sees only the packs that they requested, as each
-- contains what that person may see.
create table evidence_packs (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  user_id int not null references users on delete cascade,
  scope text not null check (scope in ('vehicle', 'depot', 'fleet')),
  vehicle_id int references vehicles on delete cascade,
  depot_id int references depots on delete cascade,
  -- Registration, depot or customer, as it was named at the time of the request.
  subject text not null,
  starts_on date not null,
  ends_on date not null,
  time_zone text not null,
  -- The kinds of records that the person may see.
  kinds text[] not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'ready', 'failed', 'cancelled')),
  -- Steps done of all: each record is written to the PDF and to the archive.
  done_count int not null default 0,
  total_count int not null default 0,
  record_count int not null default 0,
  file_count int not null default 0,
  -- Code of the error that ended it.
  failure text,
  -- Number of starts; the second loss of the process ends it.
  attempts int not null default 0,
  -- The process renews it while it makes the pack.
  alive_at timestamptz,
  pdf_file_id uuid references files on delete set null,
  archive_file_id uuid references files on delete set null,
  -- SHA-256 of the public key that verifies the archive.
  key_fingerprint text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check (ends_on >= starts_on),
  check ((scope = 'vehicle') = (vehicle_id is not null)),
  check ((scope = 'depot') = (depot_id is not null))
);
create index evidence_packs_of_user on evidence_packs (user_id, created_at desc, id desc);
create index evidence_packs_to_do on evidence_packs (created_at, id)
  where state in ('waiting', 'running');
create index evidence_packs_ended on evidence_packs (ended_at) where ended_at is not null;
create index evidence_packs_by_customer on evidence_packs (customer_id);
create index evidence_packs_by_vehicle on evidence_packs (vehicle_id) where vehicle_id is not null;
create index evidence_packs_by_depot on evidence_packs (depot_id) where depot_id is not null;
create index evidence_packs_by_pdf on evidence_packs (pdf_file_id) where pdf_file_id is not null;
create index evidence_packs_by_archive on evidence_packs (archive_file_id)
  where archive_file_id is not null;
alter table evidence_packs enable row level security;
create policy own_customer on evidence_packs to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on evidence_packs to roadworthy_request;
