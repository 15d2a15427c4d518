-- When tachograph cards and vehicle units must be downloaded (Regulation (EU) No 581/2010, article 1: at
-- most 28 days for a card, 90 for a vehicle unit).

-- Periods of a customer; without a row the longest that the regulation allows.
create table tachograph_download_settings (
  customer_id int primary key references customers on delete cascade,
  card_days smallint not null check (card_days between 1 and 28),
  unit_days smallint not null check (unit_days between 1 and 90),
  -- How long before its date a download is shown as due soon.
  warning_days smallint not null check (warning_days between 0 and 28)
);
alter table tachograph_download_settings enable row level security;
create policy own_customer on tachograph_download_settings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on tachograph_download_settings to roadworthy_request;

-- One row for each driver with a card and each vehicle with a vehicle unit. Triggers keep it, so that the
-- list reads an index however many drivers and vehicles there are.
create table tachograph_downloads (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  driver_id int unique references drivers on delete cascade,
  vehicle_id int unique references vehicles on delete cascade,
  -- The last day that a stored file covers; null without a file.
  last_day date,
  due_on date,
  -- False for archived drivers and vehicles, and for those without tachograph.
  is_current boolean not null,
  -- Why no download is needed; null if it is.
  exempt_reason text,
  exempt_by int references users on delete set null,
  exempt_at timestamptz,
  check (num_nonnulls(driver_id, vehicle_id) = 1),
  check ((exempt_reason is null) = (exempt_at is null))
);
create index tachograph_downloads_by_due on tachograph_downloads (customer_id, due_on, id)
  where is_current;
create index tachograph_downloads_of_all on tachograph_downloads (due_on, id) where is_current;
create index tachograph_downloads_by_exempter on tachograph_downloads (exempt_by)
  where exempt_by is not null;
alter table tachograph_downloads enable row level security;
create policy own_customer on tachograph_downloads to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on tachograph_downloads to roadworthy_request;

-- The day on which the next download is due; null before the first one.
create function tachograph_due_on(customer int, of_card boolean, last_day date) returns date
  language sql stable as $$
  select last_day + coalesce((select case when of_card then card_days else unit_days end
      from tachograph_download_settings where customer_id = customer),
    case when of_card then 28 else 90 end)
$$;

-- A driver needs downloads with a card number in their file, or once a card was downloaded.
create function keep_driver_download(driver int) returns void language plpgsql as $$
declare
  newest date := (select max(coalesce(last_day, (received_at at time zone 'UTC')::date))
    from tachograph_files where driver_id = driver and kind = 'driver_card');
begin
  insert into tachograph_downloads (customer_id, driver_id, last_day, due_on, is_current)
    select customer_id, id, newest, tachograph_due_on(customer_id, true, newest),
      archived_at is null and (tachograph_card_number is not null or newest is not null)
    from drivers where id = driver and (tachograph_card_number is not null or newest is not null
      or exists (select from tachograph_downloads where driver_id = driver))
  on conflict (driver_id) do update set last_day = excluded.last_day, due_on = excluded.due_on,
    is_current = excluded.is_current;
end
$$;

-- A vehicle needs downloads if it is a goods vehicle, or once its vehicle unit was downloaded.
create function keep_vehicle_download(vehicle int) returns void language plpgsql as $$
declare
  newest date := (select max(coalesce(last_day, (received_at at time zone 'UTC')::date))
    from tachograph_files where vehicle_id = vehicle and kind = 'vehicle_unit');
begin
  insert into tachograph_downloads (customer_id, vehicle_id, last_day, due_on, is_current)
    select customer_id, id, newest, tachograph_due_on(customer_id, false, newest),
      is_active and archived_at is null and (type = 'STR' or newest is not null)
    from vehicles where id = vehicle and (type = 'STR' or newest is not null
      or exists (select from tachograph_downloads where vehicle_id = vehicle))
  on conflict (vehicle_id) do update set last_day = excluded.last_day, due_on = excluded.due_on,
    is_current = excluded.is_current;
end
$$;

create function keep_downloads() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'drivers' then
    perform keep_driver_download(new.id);
  elsif tg_table_name = 'vehicles' then
    perform keep_vehicle_download(new.id);
  else
    if tg_op <> 'INSERT' then
      perform keep_driver_download(old.driver_id);
      perform keep_vehicle_download(old.vehicle_id);
    end if;
    if tg_op <> 'DELETE' then
      perform keep_driver_download(new.driver_id);
      perform keep_vehicle_download(new.vehicle_id);
    end if;
  end if;
  return null;
end
$$;
create trigger drivers_keep_download
  after insert or update of tachograph_card_number, archived_at on drivers
  for each row execute function keep_downloads();
create trigger vehicles_keep_download after insert or update of type, is_active, archived_at on vehicles
  for each row execute function keep_downloads();
create trigger tachograph_files_keep_download
  after insert or delete or update of driver_id, vehicle_id on tachograph_files
  for each row execute function keep_downloads();

select keep_driver_download(id) from drivers where tachograph_card_number is not null;
select keep_driver_download(driver_id) from tachograph_files where driver_id is not null;
select keep_vehicle_download(id) from vehicles where type = 'STR';
select keep_vehicle_download(vehicle_id) from tachograph_files where vehicle_id is not null;

-- Reminders of downloads that were sent: once for each due date and number of days before it.
create table tachograph_reminders_sent (
  download_id int not null references tachograph_downloads on delete cascade,
  customer_id int not null references customers on delete cascade,
  due_on date not null,
  -- -1 for the reminder after the date.
  days_before int not null,
  sent_at timestamptz not null default now(),
  primary key (download_id, due_on, days_before)
);
alter table tachograph_reminders_sent enable row level security;
create policy own_customer on tachograph_reminders_sent to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on tachograph_reminders_sent to roadworthy_request;
