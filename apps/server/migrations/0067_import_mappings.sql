-- The columns of files for a list, saved by a customer under a name: files of fuel cards above all.
create table import_mappings (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  kind text not null,
  name text not null,
  -- Of the file, and the same without case, accents, spaces and sequence, to recognise another file.
  headings text[] not null,
  headings_key text not null,
  mapping jsonb not null,
  changed_at timestamptz not null default now(),
  version int not null default 1
);
create unique index import_mappings_by_name on import_mappings (customer_id, kind, lower(name));
alter table import_mappings enable row level security;
create policy own_customer on import_mappings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on import_mappings to roadworthy_request;
