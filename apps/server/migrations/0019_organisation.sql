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

-- What a customer is known by. `logo` is where a browser finds the picture: the address of the file,
-- which is new with each picture and cannot be guessed.
alter table customers
  add column logo_file_id uuid references files on delete set null,
  add column address_id int references addresses on delete set null,
  add column contact_name text,
  add column contact_email text,
  add column contact_phone text,
  add column maintenance_control_phone text,
  -- Languages that its people choose from.
  add column languages text[] not null default '{en,pt}',
  add column archived_at timestamptz;
create index customers_by_name on customers (lower(name), id);
grant insert on customers to roadworthy_request;

-- What the law asks of drivers, and the numbers they are known by to devices (tag_number is the iButton).
alter table drivers
  add column category_id int references catalogue_entries on delete set null,
  add column licence_number text,
  add column licence_categories text[] not null default '{}',
  add column licence_expires_on date,
  add column tachograph_card_number text,
  add column tachograph_card_expires_on date,
  add column cpc_card_number text,
  add column cpc_expires_on date,
  add column rfid_number text,
  add column archived_at timestamptz;
create index drivers_by_category on drivers (category_id);
create index drivers_by_licence on drivers (customer_id, licence_expires_on, id);
create index drivers_by_tachograph_card on drivers (customer_id, tachograph_card_expires_on, id);
create index drivers_by_cpc on drivers (customer_id, cpc_expires_on, id);

-- What an administrator finds a driver by, by an index that row-level security would not use for
-- "contains": the function holds the rows to the customer itself.
create index driver_details_by_search on drivers using gin ((first_name || ' ' || surname || ' '
  || coalesce(email, '') || ' ' || coalesce(licence_number, '') || ' ' || coalesce(tag_number, '') || ' '
  || coalesce(rfid_number, '') || ' ' || coalesce(tachograph_card_number, '')) gin_trgm_ops);
create function driver_details_found(pattern text, most int)
  returns setof int language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query select id from drivers
    where (first_name || ' ' || surname || ' '
        || coalesce(email, '') || ' ' || coalesce(licence_number, '') || ' ' || coalesce(tag_number, '')
        || ' ' || coalesce(rfid_number, '') || ' ' || coalesce(tachograph_card_number, '')) ilike pattern
      and (sees_all or customer_id = customer)
    limit most;
end
$$;

-- Who held which tag or card since when; kept by the trigger below, so that a trip that is derived
-- again long after still finds who drove it, whoever holds the tag by then.
create table driver_identities (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  driver_id int not null references drivers on delete cascade,
  kind text not null check (kind in ('ibutton', 'rfid', 'tachograph_card')),
  number text not null,
  -- The first holder of a number held it always: a driver is often registered after the first trips.
  held_from timestamptz not null,
  held_until timestamptz
);
create unique index driver_identities_now
  on driver_identities (customer_id, lower(number)) where held_until is null;
create index driver_identities_by_number on driver_identities (customer_id, lower(number), held_from);
create index driver_identities_by_driver on driver_identities (driver_id);

create function hold_driver_identity(customer int, driver int, of_kind text, was text, becomes text)
returns void language plpgsql as $$
begin
  if was is not distinct from becomes then return; end if;
  update driver_identities set held_until = clock_timestamp()
    where driver_id = driver and kind = of_kind and held_until is null;
  if becomes is null then return; end if;
  insert into driver_identities (customer_id, driver_id, kind, number, held_from)
  select customer, driver, of_kind, becomes,
    case when exists (select from driver_identities
        where customer_id = customer and lower(number) = lower(becomes))
      then clock_timestamp() else '-infinity' end;
end
$$;
create function keep_driver_identities() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform hold_driver_identity(new.customer_id, new.id, 'ibutton', null, new.tag_number);
    perform hold_driver_identity(new.customer_id, new.id, 'rfid', null, new.rfid_number);
    perform hold_driver_identity(
      new.customer_id, new.id, 'tachograph_card', null, new.tachograph_card_number);
    return new;
  end if;
  perform hold_driver_identity(
    new.customer_id, new.id, 'ibutton', old.tag_number, new.tag_number);
  perform hold_driver_identity(new.customer_id, new.id, 'rfid', old.rfid_number, new.rfid_number);
  perform hold_driver_identity(new.customer_id, new.id, 'tachograph_card',
    old.tachograph_card_number, new.tachograph_card_number);
  return new;
end
$$;
create trigger drivers_keep_identities
  after insert or update of tag_number, rfid_number, tachograph_card_number on drivers
  for each row execute function keep_driver_identities();
insert into driver_identities (customer_id, driver_id, kind, number, held_from)
  select customer_id, id, 'ibutton', tag_number, '-infinity' from drivers
  where tag_number is not null;

-- Administered lists: what is in use is archived, and chosen no more; what is not can be removed.
alter table schedule_types add column archived_at timestamptz;
alter table activity_types add column archived_at timestamptz;
alter table geofence_categories add column archived_at timestamptz;
grant delete on schedule_types, activity_types to roadworthy_request;
-- What is built in is everybody's to read, and nobody's to remove but a global administrator's.
create policy own_removed on schedule_types as restrictive for delete to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()));
create policy own_removed on activity_types as restrictive for delete to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()));

-- Who is told by mail of what was recorded (L-24 to L-27). Without depots: of all of the customer's.
create table notification_emails (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  email text not null,
  notification_type text not null check (notification_type in ('vehicle_std_emails',
    'vehicle_audit_emails', 'vehicle_handover_emails', 'defect_notification_emails')),
  created_at timestamptz not null default now(),
  -- The address itself wanted no more mails; only it can want them again, or an administrator who
  -- enters it anew.
  unsubscribed_at timestamptz
);
create unique index notification_emails_once
  on notification_emails (customer_id, notification_type, lower(email));
create index notification_emails_in_order on notification_emails (customer_id, lower(email), id);
create table notification_email_depots (
  customer_id int not null references customers on delete cascade,
  notification_email_id int not null references notification_emails on delete cascade,
  depot_id int not null references depots on delete cascade,
  primary key (notification_email_id, depot_id)
);
create index notification_email_depots_by_depot on notification_email_depots (depot_id);

-- Mails that wait, and how each ended.
create table notification_deliveries (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  notification_email_id int references notification_emails on delete set null,
  email text not null,
  notification_type text not null,
  vehicle_id int references vehicles on delete cascade,
  record_kind text not null check (record_kind in ('defect', 'driver_check', 'test')),
  -- Null for a test.
  record_id int,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- What the mail server said last.
  failure text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index notification_deliveries_once on notification_deliveries
  (notification_email_id, record_kind, record_id) where record_id is not null;
create index notification_deliveries_waiting on notification_deliveries (next_attempt_at)
  where state = 'waiting';
create index notification_deliveries_in_order on notification_deliveries (customer_id, created_at desc, id);

-- A record and its mails come into being together, whoever writes it.
create function queue_notifications() returns trigger language plpgsql
  security definer set search_path = public as $$
begin
  insert into notification_deliveries (customer_id, notification_email_id, email, notification_type,
    vehicle_id, record_kind, record_id)
  select n.customer_id, n.id, n.email, n.notification_type, new.vehicle_id, tg_argv[1], new.id
  from notification_emails n
  where n.customer_id = new.customer_id and n.notification_type = tg_argv[0]
    and n.unsubscribed_at is null
    and (not exists (select from notification_email_depots d where d.notification_email_id = n.id)
      or exists (select from notification_email_depots d
        join vehicle_depots w on w.depot_id = d.depot_id and w.vehicle_id = new.vehicle_id
        where d.notification_email_id = n.id));
  return null;
end
$$;
create trigger defect_records_notify after insert on defect_records
  for each row execute function queue_notifications('defect_notification_emails', 'defect');
create trigger driver_check_records_notify after insert on driver_check_records
  for each row execute function queue_notifications('vehicle_std_emails', 'driver_check');

do $$
declare
  t text;
begin
  foreach t in array array['notification_emails', 'notification_email_depots',
    'notification_deliveries', 'addresses', 'depot_schedule_types', 'driver_identities']
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
