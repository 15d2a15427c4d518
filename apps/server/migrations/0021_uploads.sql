-- Uploads of vehicles: what somebody sent, what was chosen, how far it is, and what became of each row.

create table vehicle_uploads (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  -- Who sent it, and works through it; the name stays when the person is gone.
  user_id int references users on delete set null,
  user_name text not null,
  -- The sender's own name for the request: sending it again makes no second upload.
  request_key text,
  file_name text not null,
  -- Only looked at, nothing of it is written (verifyUpload).
  is_check boolean not null,
  choices jsonb not null,
  email text,
  runs_on_weekend boolean not null,
  state text not null check (state in
    ('checking', 'waiting', 'running', 'done', 'failed', 'cancelled')),
  is_cancelled boolean not null default false,
  -- Why nothing was written; the language is the sender's.
  failure text,
  headers text[] not null default '{}',
  -- Which header holds which field, by its place.
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
  -- When it may begin; null for at once.
  run_at timestamptz,
  finished_at timestamptz
);
create index vehicle_uploads_by_customer on vehicle_uploads (customer_id, id desc);
create index vehicle_uploads_by_user on vehicle_uploads (user_id, id desc);
create index vehicle_uploads_waiting on vehicle_uploads (run_at) where state in ('waiting', 'running');
create unique index vehicle_uploads_of_a_request
  on vehicle_uploads (user_id, request_key) where request_key is not null;

-- The rows in the order of the file; behind them the vehicles that it leaves out and that go for it.
create table vehicle_upload_rows (
  upload_id int not null references vehicle_uploads on delete cascade,
  customer_id int not null references customers on delete cascade,
  position int not null,
  -- As a spreadsheet counts; null for a vehicle that the file leaves out.
  row_number int,
  registration text not null default '',
  -- What the row says of each field; gone once it is worked through.
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

do $$
declare
  t text;
begin
  foreach t in array array['vehicle_uploads', 'vehicle_upload_rows']
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
