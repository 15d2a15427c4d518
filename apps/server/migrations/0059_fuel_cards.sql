-- Transactions of fuel cards: when and where fuel was bought, and what does not fit position and tank.
alter table cost_entries
  -- As the card says it, at the place; null without a time of day.
  add column time_of_day time,
  add column transaction_at timestamptz,
  add column place text not null default '',
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add column product text not null default '',
  add check ((time_of_day is null) = (transaction_at is null)),
  add check ((latitude is null) = (longitude is null));
create index cost_entries_of_cards on cost_entries (vehicle_id, (starts_on), id) where category = 'fuel';

-- The capacity of the tanks of a vehicle, without AdBlue.
create table vehicle_tanks (
  vehicle_id int primary key references vehicles on delete cascade,
  customer_id int not null references customers on delete cascade,
  litres real not null check (litres > 0 and litres <= 5000)
);
create index vehicle_tanks_by_customer on vehicle_tanks (customer_id);
alter table vehicle_tanks enable row level security;
create policy own_customer on vehicle_tanks to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on vehicle_tanks to roadworthy_request;

-- What each rule says about a purchase of fuel.
create table fuel_card_checks (
  entry_id bigint primary key references cost_entries on delete cascade,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  verdicts jsonb not null,
  checked_at timestamptz not null default now(),
  -- When it is checked again because positions may be late; null if not.
  again_at timestamptz
);
create index fuel_card_checks_by_customer on fuel_card_checks (customer_id);
create index fuel_card_checks_of_vehicle on fuel_card_checks (vehicle_id);
create index fuel_card_checks_again on fuel_card_checks (again_at) where again_at is not null;
alter table fuel_card_checks enable row level security;
create policy own_customer on fuel_card_checks to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on fuel_card_checks to roadworthy_request;

create table fuel_card_findings (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  entry_id bigint not null references cost_entries on delete cascade,
  rule text not null check (rule in ('place', 'capacity', 'level', 'product', 'too_soon',
    'private_use', 'off_road', 'archived')),
  -- Litres and metres, by name.
  figures jsonb not null,
  occurred_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'explained', 'confirmed')),
  note text not null default '',
  decided_by int references users on delete set null,
  decided_at timestamptz,
  -- The rule does not find it any more, but somebody has decided about it.
  is_outdated boolean not null default false,
  version int not null default 1,
  unique (entry_id, rule)
);
create index fuel_card_findings_by_customer on fuel_card_findings (customer_id, occurred_at desc, id);
create index fuel_card_findings_of_vehicle on fuel_card_findings (vehicle_id, occurred_at desc, id);
create index fuel_card_findings_of_all on fuel_card_findings (occurred_at desc, id);
create index fuel_card_findings_by_author on fuel_card_findings (decided_by) where decided_by is not null;
alter table fuel_card_findings enable row level security;
create policy own_customer on fuel_card_findings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on fuel_card_findings to roadworthy_request;

-- Vehicles and days whose purchases are checked again. Rows are only added and removed.
create table fuel_card_due (
  id bigint generated always as identity primary key,
  customer_id int not null,
  vehicle_id int not null,
  from_day date not null,
  to_day date not null
);
create index fuel_card_due_by_vehicle on fuel_card_due (vehicle_id);
alter table fuel_card_due enable row level security;
create policy own_customer on fuel_card_due to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert on fuel_card_due to roadworthy_request;

-- A purchase, and those after it that are compared with it.
create function queue_fuel_card_entry() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.category = 'fuel' then
    insert into fuel_card_due (customer_id, vehicle_id, from_day, to_day)
      values (old.customer_id, old.vehicle_id, old.starts_on - 1, old.starts_on + 7);
  end if;
  if tg_op <> 'DELETE' and new.category = 'fuel' then
    insert into fuel_card_due (customer_id, vehicle_id, from_day, to_day)
      values (new.customer_id, new.vehicle_id, new.starts_on - 1, new.starts_on + 7);
  end if;
  return null;
end
$$;
create trigger cost_entries_queue_fuel_cards after insert or update or delete on cost_entries
  for each row execute function queue_fuel_card_entry();

-- Trips and fillings that arrive late, of vehicles with purchases.
create function queue_fuel_card_time(customer int, vehicle int, from_at timestamptz, to_at timestamptz)
  returns void language plpgsql as $$
begin
  if exists (select from cost_entries e where e.vehicle_id = vehicle and e.category = 'fuel'
      and e.starts_on between (from_at - interval '2 days')::date and (to_at + interval '7 days')::date) then
    insert into fuel_card_due (customer_id, vehicle_id, from_day, to_day)
      values (customer, vehicle, (from_at - interval '1 day')::date, (to_at + interval '7 days')::date);
  end if;
end
$$;
create function queue_fuel_card_trip() returns trigger language plpgsql as $$
begin
  perform queue_fuel_card_time(new.customer_id, new.vehicle_id, new.started_at, new.ended_at);
  return null;
end
$$;
create trigger trips_queue_fuel_cards after insert or update on trips
  for each row when (not new.in_progress) execute function queue_fuel_card_trip();
create function queue_fuel_card_event() returns trigger language plpgsql as $$
declare
  one fuel_events := case when tg_op = 'DELETE' then old else new end;
begin
  perform queue_fuel_card_time(one.customer_id, one.vehicle_id, one.started_at, one.occurred_at);
  return null;
end
$$;
create trigger fuel_events_queue_fuel_cards after insert or update or delete on fuel_events
  for each row execute function queue_fuel_card_event();
create function queue_fuel_card_vor() returns trigger language plpgsql as $$
begin
  perform queue_fuel_card_time(new.customer_id, new.vehicle_id, new.since, coalesce(new.returned_at, now()));
  return null;
end
$$;
create trigger vor_entries_queue_fuel_cards after insert or update on vor_entries
  for each row execute function queue_fuel_card_vor();
create function queue_fuel_card_tank() returns trigger language plpgsql as $$
begin
  perform queue_fuel_card_time(new.customer_id, new.vehicle_id, now() - interval '90 days', now());
  return null;
end
$$;
create trigger vehicle_tanks_queue_fuel_cards after insert or update on vehicle_tanks
  for each row execute function queue_fuel_card_tank();
