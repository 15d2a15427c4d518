-- The audit log, private use of vehicles, retention, and uploads of vehicles as files.

-- Append-only: one chain of entries for each customer (0 for entries without a customer). The hash of an
-- entry includes the hash before it, so that changes, gaps and insertions are detected. It includes the
-- content only as a salted digest: erasing personal data sets the content to null and leaves the chain
-- valid. No foreign keys: entries outlive their subjects.
create table audit_entries (
  id bigint generated always as identity primary key,
  customer_id int,
  chain int not null generated always as (coalesce(customer_id, 0)) stored,
  position bigint not null,
  at timestamptz not null,
  actor_id int,
  action text not null check (action in ('created', 'changed', 'archived', 'restored', 'removed',
    'viewed', 'exported', 'erased', 'refused')),
  subject_kind text not null,
  subject_id text not null,
  -- The content; null once it is erased.
  actor_name text,
  subject_name text,
  before jsonb,
  after jsonb,
  salt bytea,
  content_digest bytea not null,
  hash bytea not null,
  unique (chain, position)
);
create index audit_entries_by_time on audit_entries (at desc, id desc);
create index audit_entries_by_customer on audit_entries (customer_id, at desc, id desc);
create index audit_entries_by_subject on audit_entries (subject_kind, subject_id, at desc);
create index audit_entries_by_actor on audit_entries (actor_id, at desc);
create index audit_entries_by_action on audit_entries (customer_id, action, at desc);
create index audit_entries_by_search on audit_entries
  using gin ((coalesce(actor_name, '') || ' ' || coalesce(subject_name, '')) gin_trgm_ops);
-- For the log of one kind of subject.
create index audit_entries_by_kind on audit_entries
  (customer_id, subject_kind, at desc, id desc);
alter table audit_entries enable row level security;
create policy own_customer on audit_entries to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert on audit_entries to roadworthy_request;

create function audit_found(pattern text, most int)
  returns setof bigint language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query select id from audit_entries
    where coalesce(actor_name, '') || ' ' || coalesce(subject_name, '') ilike pattern
      and (sees_all or customer_id = customer)
    limit most;
end
$$;

-- Not even the owner can change an entry. Only its content can be erased, as a whole.
create function audit_entries_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.position, new.at, new.action, new.subject_kind, new.subject_id,
        new.content_digest, new.hash)
      = (old.id, old.position, old.at, old.action, old.subject_kind, old.subject_id,
        old.content_digest, old.hash)
    and new.customer_id is not distinct from old.customer_id
    and new.actor_id is not distinct from old.actor_id
    and num_nonnulls(new.actor_name, new.subject_name, new.before, new.after, new.salt) = 0
  then
    return new;
  end if;
  raise exception 'Entries of the audit log are never changed.';
end
$$;
create trigger audit_entries_stay before update or delete on audit_entries
  for each row execute function audit_entries_stay();
create trigger audit_entries_stay_whole before truncate on audit_entries
  for each statement execute function audit_entries_stay();

-- Private use of a vehicle or of all vehicles of a customer: a period, or the same hours every week.
-- Rules are ended, never deleted or changed: a late record is judged by the rule of its time.
create table private_use_rules (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  -- Null for all vehicles of the customer.
  vehicle_id int references vehicles on delete cascade,
  kind text not null check (kind in ('period', 'weekly')),
  starts_at timestamptz not null,
  -- Null until a user ends it.
  ends_at timestamptz,
  -- ISO weekdays on which the hours begin, and minutes after midnight in time_zone.
  weekdays smallint[] not null default '{}',
  start_minute smallint not null default 0 check (start_minute between 0 and 1439),
  end_minute smallint not null default 0 check (end_minute between 0 and 1439),
  time_zone text not null,
  reason text not null default '',
  created_by int references users on delete set null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  check (ends_at is null or ends_at >= starts_at),
  check (kind = 'period' or cardinality(weekdays) > 0)
);
create index private_use_rules_by_customer on private_use_rules (customer_id, starts_at desc, id desc);
create index private_use_rules_by_start on private_use_rules (starts_at desc, id desc);
create index private_use_rules_by_vehicle on private_use_rules (vehicle_id, starts_at);
create index private_use_rules_by_author on private_use_rules (created_by);
create index private_use_rules_in_force on private_use_rules (customer_id, vehicle_id) where ends_at is null;
alter table private_use_rules enable row level security;
create policy own_customer on private_use_rules to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on private_use_rules to roadworthy_request;

-- How long a customer keeps each kind of data. Without a row the default applies; days is null for
-- unlimited.
create table retention_settings (
  customer_id int not null references customers on delete cascade,
  kind text not null check (kind in ('positions', 'journeys', 'accidents')),
  days int check (days between 1 and 36500),
  changed_at timestamptz not null default now(),
  primary key (customer_id, kind)
);
alter table retention_settings enable row level security;
create policy own_customer on retention_settings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on retention_settings to roadworthy_request;

create table vehicle_uploads (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  -- The sender. The name remains if the user is deleted.
  user_id int references users on delete set null,
  user_name text not null,
  -- Key of the request, so that a retry creates no second upload.
  request_key text,
  file_name text not null,
  -- Only verified, nothing is written (verifyUpload).
  is_check boolean not null,
  choices jsonb not null,
  email text,
  runs_on_weekend boolean not null,
  state text not null check (state in
    ('checking', 'waiting', 'running', 'done', 'failed', 'cancelled')),
  is_cancelled boolean not null default false,
  -- Why nothing was written, in the language of the sender.
  failure text,
  headers text[] not null default '{}',
  -- Header number of each field.
  columns jsonb not null default '{}',
  sample jsonb not null default '[]',
  row_count int not null default 0,
  done_count int not null default 0,
  created_count int not null default 0,
  updated_count int not null default 0,
  unchanged_count int not null default 0,
  removed_count int not null default 0,
  error_count int not null default 0,
  created_at timestamptz not null default now(),
  -- Earliest start; null for immediately.
  run_at timestamptz,
  finished_at timestamptz
);
create index vehicle_uploads_by_customer on vehicle_uploads (customer_id, id desc);
create index vehicle_uploads_by_user on vehicle_uploads (user_id, id desc);
create index vehicle_uploads_waiting on vehicle_uploads (run_at) where state in ('waiting', 'running');
create unique index vehicle_uploads_of_a_request
  on vehicle_uploads (user_id, request_key) where request_key is not null;
alter table vehicle_uploads enable row level security;
create policy own_customer on vehicle_uploads to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on vehicle_uploads to roadworthy_request;

-- Rows of the file in sequence, followed by the vehicles that the file omits and that are archived.
create table vehicle_upload_rows (
  upload_id int not null references vehicle_uploads on delete cascade,
  customer_id int not null references customers on delete cascade,
  position int not null,
  -- Row number in a spreadsheet; null for a vehicle that the file omits.
  row_number int,
  registration text not null default '',
  -- Values of the row; null once processed.
  fields jsonb,
  outcome text check (outcome in ('created', 'updated', 'unchanged', 'archived', 'error')),
  texts text[] not null default '{}',
  primary key (upload_id, position)
);
create index vehicle_upload_rows_to_do on vehicle_upload_rows (upload_id, position)
  where outcome is null;
create index vehicle_upload_rows_wrong on vehicle_upload_rows (upload_id, position)
  where outcome = 'error';
create index vehicle_upload_rows_by_customer on vehicle_upload_rows (customer_id);
alter table vehicle_upload_rows enable row level security;
create policy own_customer on vehicle_upload_rows to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on vehicle_upload_rows to roadworthy_request;
