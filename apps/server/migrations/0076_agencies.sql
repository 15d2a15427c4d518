-- Agencies that send drivers, and the last day of a driver's work.

create table agencies (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  contact text not null default '',
  email text,
  phone text,
  note text not null default '',
  archived_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index agencies_by_name on agencies (customer_id, lower(name));
alter table agencies enable row level security;
create policy own_customer on agencies to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on agencies to roadworthy_request;

alter table driver_files add column agency_id int;
alter table driver_files add column engaged_until date;
alter table driver_files add constraint driver_files_agency_id_fkey
  foreign key (agency_id) references agencies not valid;

-- An engagement is an item of the file, so that lists, reminders and home have it.
alter table driver_file_items drop constraint driver_file_items_kind_check;
alter table driver_file_items add constraint driver_file_items_kind_check
  check (kind in ('licence', 'entitlement_check', 'cpc_card', 'cpc_training', 'tachograph_card',
    'medical', 'right_to_work', 'training', 'engagement')) not valid;
