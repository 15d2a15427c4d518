-- Driving of trips by class of road, from their speed profile. A row is stale if its trip has another end.
create table trip_exposures (
  vehicle_id int not null references vehicles on delete cascade,
  started_at timestamptz not null,
  customer_id int not null references customers on delete cascade,
  ended_at timestamptz not null,
  urban_m real not null,
  urban_s real not null,
  rural_m real not null,
  rural_s real not null,
  motorway_m real not null,
  motorway_s real not null,
  primary key (vehicle_id, started_at)
);
create index trip_exposures_by_customer on trip_exposures (customer_id, started_at);
alter table trip_exposures enable row level security;
create policy own_customer on trip_exposures to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on trip_exposures to roadworthy_request;

-- The class of road on which an event of a trip happened.
create table event_exposures (
  vehicle_id int not null references vehicles on delete cascade,
  occurred_at timestamptz not null,
  event_code smallint not null,
  customer_id int not null references customers on delete cascade,
  class text not null check (class in ('urban', 'rural', 'motorway')),
  primary key (vehicle_id, occurred_at, event_code)
);
create index event_exposures_by_customer on event_exposures (customer_id, occurred_at);
alter table event_exposures enable row level security;
create policy own_customer on event_exposures to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on event_exposures to roadworthy_request;

-- Recognitions of good driving, which only the driver and coaches see.
create table driver_recognitions (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  driver_id int not null references drivers on delete cascade,
  -- The first day of the month that is recognised.
  month date not null,
  reason text not null check (reason in ('best', 'improved', 'other')),
  text text not null,
  author_id int references users on delete set null,
  created_at timestamptz not null default now(),
  unique (driver_id, month, reason)
);
create index driver_recognitions_by_customer on driver_recognitions (customer_id, created_at desc, id);
create index driver_recognitions_by_author on driver_recognitions (author_id)
  where author_id is not null;
alter table driver_recognitions enable row level security;
create policy own_customer on driver_recognitions to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on driver_recognitions to roadworthy_request;
