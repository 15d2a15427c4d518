-- The drivers' file: documents and entitlements of drivers, and when each of them expires.

-- Settings of a customer; without a row the defaults of the product.
create table driver_file_settings (
  customer_id int primary key references customers on delete cascade,
  -- How long before its date an item is shown as expiring soon.
  warning_days smallint not null check (warning_days between 0 and 365),
  check_months smallint not null check (check_months between 1 and 6),
  points_from smallint not null check (points_from between 1 and 12),
  check_months_with_points smallint not null check (check_months_with_points between 1 and 6)
);
alter table driver_file_settings enable row level security;
create policy own_customer on driver_file_settings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on driver_file_settings to roadworthy_request;

-- One row for each driver.
create table driver_files (
  driver_id int primary key references drivers on delete cascade,
  customer_id int not null references customers on delete cascade,
  born_on date,
  -- What a person has recorded as not needed, and why.
  exempt text[] not null default '{}' check (exempt <@ array['entitlement_check', 'cpc_card',
    'cpc_training', 'tachograph_card', 'medical', 'right_to_work']),
  exempt_reason text not null default '',
  version int not null default 1,
  -- The items must be worked out again before they are read.
  is_stale boolean not null default true,
  check ((exempt = '{}') = (exempt_reason = ''))
);
create index driver_files_stale on driver_files (customer_id, driver_id) where is_stale;
create index driver_files_by_customer on driver_files (customer_id, driver_id);
alter table driver_files enable row level security;
create policy own_customer on driver_files to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on driver_files to roadworthy_request;

create table driver_documents (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  driver_id int not null references drivers on delete cascade,
  kind text not null check (kind in ('licence', 'entitlement_check', 'cpc_card', 'cpc_course',
    'tachograph_card', 'medical', 'right_to_work', 'training')),
  -- Name of a training or course, kind of a medical or of a document of the right to work.
  title text not null default '',
  number text not null default '',
  -- ISO 3166-1 alpha-2; empty if it is not known.
  country text not null default '',
  -- When it was issued or done.
  issued_on date,
  expires_on date,
  hours numeric(4, 1) check (hours > 0),
  categories jsonb not null default '[]',
  points jsonb not null default '[]',
  note text not null default '',
  -- The photographed or scanned proof.
  file_id uuid references files,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  -- Who compared it with the original, and when.
  checked_at timestamptz,
  checked_by text,
  version int not null default 1,
  check ((checked_at is null) = (checked_by is null))
);
create index driver_documents_of_driver on driver_documents (driver_id, kind, id);
create index driver_documents_by_customer on driver_documents (customer_id);
create index driver_documents_by_file on driver_documents (file_id) where file_id is not null;
alter table driver_documents enable row level security;
create policy own_customer on driver_documents to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on driver_documents to roadworthy_request;

-- What the file of a driver must have, as worked out from the documents, so that the list of all drivers
-- reads an index.
create table driver_file_items (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  driver_id int not null references drivers on delete cascade,
  kind text not null check (kind in ('licence', 'entitlement_check', 'cpc_card', 'cpc_training',
    'tachograph_card', 'medical', 'right_to_work', 'training')),
  -- Name of a training; empty for others.
  title text not null default '',
  standing text not null check (standing in ('dated', 'complete', 'missing', 'not_needed')),
  due_on date,
  document_id int references driver_documents on delete cascade,
  -- Missing items come first, those without a date last.
  sort_on date not null generated always as (case standing when 'missing' then date '-infinity'
    when 'dated' then due_on else date 'infinity' end) stored,
  unique (driver_id, kind, title),
  check ((standing = 'dated') = (due_on is not null))
);
create index driver_file_items_by_due on driver_file_items (customer_id, sort_on, id)
  where standing <> 'not_needed';
create index driver_file_items_of_all on driver_file_items (sort_on, id)
  where standing <> 'not_needed';
create index driver_file_items_of_document on driver_file_items (document_id)
  where document_id is not null;
alter table driver_file_items enable row level security;
create policy own_customer on driver_file_items to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on driver_file_items to roadworthy_request;

-- Reminders that were sent: once for each due date and number of days before it.
create table driver_file_reminders_sent (
  item_id int not null references driver_file_items on delete cascade,
  customer_id int not null references customers on delete cascade,
  due_on date not null,
  -- -1 for the reminder after the date.
  days_before int not null,
  sent_at timestamptz not null default now(),
  primary key (item_id, due_on, days_before)
);
alter table driver_file_reminders_sent enable row level security;
create policy own_customer on driver_file_reminders_sent to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on driver_file_reminders_sent to roadworthy_request;

-- Numbers and expiry dates of licence, CPC card and tachograph card are fields of the driver too. A change
-- there changes the newest document, or creates the first one; cleared fields leave the document.
create function keep_driver_document(driver drivers, of_kind text, new_number text, new_expiry date,
    held text[]) returns void language plpgsql as $$
declare
  newest driver_documents;
  listed jsonb;
begin
  if new_number is null and new_expiry is null and held = '{}' then
    return;
  end if;
  select * into newest from driver_documents where driver_id = driver.id and kind = of_kind
    order by id desc limit 1;
  -- A category that stays keeps its expiry and its codes.
  select coalesce(jsonb_agg(coalesce(
      (select c from jsonb_array_elements(newest.categories) c where c ->> 'category' = one limit 1),
      jsonb_build_object('category', one, 'expires_on', null, 'codes', '[]'::jsonb)) order by n), '[]')
    into listed from unnest(held) with ordinality h (one, n);
  if newest.id is null then
    insert into driver_documents (customer_id, driver_id, kind, number, expires_on, categories)
      values (driver.customer_id, driver.id, of_kind, coalesce(new_number, ''), new_expiry, listed);
  else
    update driver_documents set number = coalesce(new_number, number),
        expires_on = coalesce(new_expiry, expires_on),
        categories = case when held = '{}' then categories else listed end, version = version + 1
      where id = newest.id and (coalesce(new_number, number), coalesce(new_expiry, expires_on),
        case when held = '{}' then categories else listed end)
        is distinct from (number, expires_on, categories);
  end if;
end
$$;

create function keep_driver_file_of(driver drivers) returns void language plpgsql as $$
begin
  insert into driver_files (driver_id, customer_id) values (driver.id, driver.customer_id)
    on conflict (driver_id) do update set is_stale = true;
  perform keep_driver_document(driver, 'licence', driver.licence_number, driver.licence_expires_on,
    driver.licence_categories);
  perform keep_driver_document(driver, 'cpc_card', driver.cpc_card_number, driver.cpc_expires_on, '{}');
  perform keep_driver_document(driver, 'tachograph_card', driver.tachograph_card_number,
    driver.tachograph_card_expires_on, '{}');
end
$$;

create function keep_driver_file() returns trigger language plpgsql as $$
begin
  perform keep_driver_file_of(new);
  return null;
end
$$;
create trigger drivers_keep_file
  after insert or update of licence_number, licence_categories, licence_expires_on, cpc_card_number,
    cpc_expires_on, tachograph_card_number, tachograph_card_expires_on on drivers
  for each row execute function keep_driver_file();

select keep_driver_file_of(d) from drivers d;

-- Documents of drivers who have left are deleted after a time.
alter table retention_settings drop constraint retention_settings_kind_check;
alter table retention_settings add constraint retention_settings_kind_check
  check (kind in ('positions', 'journeys', 'accidents', 'tachograph', 'driver_documents')) not valid;
