-- Documents that take minutes: queued per user, made by the worker, fetched when they are ready.
create table month_documents (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  user_id int not null references users on delete cascade,
  depot_id int not null references depots on delete cascade,
  -- YYYY-MM
  month text not null,
  kind text not null,
  time_zone text not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'ready', 'failed', 'cancelled')),
  -- Reports that are in the document so far, and all of them.
  done_count int not null default 0,
  report_count int not null,
  -- Code of the error that ended it.
  failure text,
  -- How often it was begun; the second loss of its process ends it.
  attempts int not null default 0,
  -- While it runs, its process renews this.
  alive_at timestamptz,
  file_id uuid references files on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index month_documents_of_user on month_documents (user_id, created_at desc);
create index month_documents_to_do on month_documents (created_at, id)
  where state in ('waiting', 'running');
create index month_documents_by_customer on month_documents (customer_id);
create index month_documents_by_depot on month_documents (depot_id);
create index month_documents_by_file on month_documents (file_id) where file_id is not null;

alter table month_documents enable row level security;
create policy own_customer on month_documents to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on month_documents to roadworthy_request;
