-- Which trailer was pulled by which vehicle, and when. Neither a trailer nor a place behind a vehicle has
-- two couplings at the same time.
create table couplings (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  trailer_id int not null references vehicles on delete cascade,
  -- Counted from the vehicle.
  position smallint not null default 1 check (position between 1 and 2),
  coupled_at timestamptz not null,
  -- Null while it is coupled.
  uncoupled_at timestamptz,
  source text not null check (source in ('hand', 'driver', 'device', 'place')),
  driver_id int references drivers on delete set null,
  note text not null default '',
  author_id int references users on delete set null,
  author text not null,
  created_at timestamptz not null default now(),
  version int not null default 1,
  check (vehicle_id <> trailer_id),
  check (uncoupled_at > coupled_at),
  constraint couplings_of_trailer exclude using gist (
    int4range(trailer_id, trailer_id, '[]') with &&,
    tstzrange(coupled_at, uncoupled_at) with &&),
  constraint couplings_of_position exclude using gist (
    int4range(vehicle_id, vehicle_id, '[]') with &&,
    int4range(position::int, position::int, '[]') with &&,
    tstzrange(coupled_at, uncoupled_at) with &&)
);
create index couplings_by_time on couplings (customer_id, coupled_at desc, id desc);
create index couplings_by_vehicle on couplings (vehicle_id, coupled_at desc, id desc);
create index couplings_by_trailer on couplings (trailer_id, coupled_at desc, id desc);
create index couplings_open on couplings (customer_id, coupled_at desc, id desc)
  where uncoupled_at is null;
create index couplings_by_driver on couplings (driver_id) where driver_id is not null;
create index couplings_by_author on couplings (author_id) where author_id is not null;
alter table couplings enable row level security;
create policy own_customer on couplings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on couplings to roadworthy_request;
