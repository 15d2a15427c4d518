-- Regions and depots, drivers, customers and administered lists as administrators keep them: archived
-- instead of removed, so that history still finds what it speaks of. And notification e-mails.

create table addresses (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  display_name text not null default '',
  address1 text not null default '',
  address2 text not null default '',
  city text not null default '',
  county text not null default '',
  postcode text not null default '',
  country text not null default ''
);
create index addresses_by_customer on addresses (customer_id);

-- Rows with the permission admin show in no list and no picker (U-45).
alter table regions
  add column permission text,
  add column archived_at timestamptz;
alter table depots
  add column permission text,
  add column archived_at timestamptz,
  add column address_id int references addresses on delete set null;
-- A name may be given again once its bearer is archived.
alter table regions drop constraint regions_customer_id_name_key;
alter table depots drop constraint depots_customer_id_name_key;
create unique index regions_of_a_name on regions (customer_id, name) where archived_at is null;
create unique index depots_of_a_name on depots (customer_id, name) where archived_at is null;

-- Types of schedules that the vehicles of a depot follow.
create table depot_schedule_types (
  customer_id int not null references customers on delete cascade,
  depot_id int not null references depots on delete cascade,
  schedule_type_id int not null references schedule_types on delete cascade,
  primary key (depot_id, schedule_type_id)
);
create index depot_schedule_types_by_type on depot_schedule_types (schedule_type_id);

do $$
declare
  t text;
begin
  foreach t in array array['addresses', 'depot_schedule_types']
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
