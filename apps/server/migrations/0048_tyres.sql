-- Tyres as things of their own, with their places, steps and measurements. What inspections measure stays in
-- their records.
create table tyres (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  serial text not null,
  make text not null,
  model text not null default '',
  size text not null,
  load_index text not null default '',
  speed_rating text not null default '',
  -- Week and year of manufacture as marked (WWYY); null if no date code is legible.
  dot_week text check (dot_week ~ '^(0[1-9]|[1-4][0-9]|5[0-3])[0-9]{2}$'),
  is_retread boolean not null default false,
  retread_number text not null default '',
  -- From then on the age counts.
  retreaded_on date,
  -- Tread of the new or retreaded tyre.
  new_tread_mm real check (new_tread_mm > 0),
  -- Without VAT, in the currency of the customer. What no vehicle has borne yet counts at the next fitting.
  cost numeric(10, 2) check (cost >= 0),
  uncharged numeric(10, 2) not null default 0,
  status text not null default 'in_stock'
    check (status in ('in_stock', 'fitted', 'at_retreader', 'scrapped')),
  -- Where it is, or was last, in stock.
  depot_id int references depots on delete set null,
  retreader text not null default '',
  scrap_reason text check (scrap_reason in ('worn', 'damaged', 'age', 'casing', 'sold', 'other')),
  note text not null default '',
  -- As they were last calculated.
  tread_mm real,
  tread_at timestamptz,
  run_m double precision,
  wear_mm_per_m double precision,
  -- The day from which it must be changed; null if none is known.
  change_on date,
  change_cause text check (change_cause in ('tread_law', 'tread_own', 'age', 'date_code')),
  created_at timestamptz not null default now(),
  version int not null default 1,
  check ((status = 'scrapped') = (scrap_reason is not null))
);
create unique index tyres_of_serial on tyres (customer_id, lower(serial));
create index tyres_by_status on tyres (customer_id, status, id);
create index tyres_by_change on tyres (customer_id, change_on, id) where change_on is not null;
create index tyres_by_depot on tyres (depot_id) where depot_id is not null;
alter table tyres enable row level security;
create policy own_customer on tyres to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on tyres to roadworthy_request;

-- When a tyre was at a position. The unique indexes refuse two tyres in one place and one tyre in two.
create table tyre_fittings (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  tyre_id int not null references tyres on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  position text not null,
  fitted_at timestamptz not null,
  removed_at timestamptz,
  -- Of the tyre, when it was fitted and removed.
  fitted_tread_mm real,
  removed_tread_mm real,
  -- What this vehicle bears of the cost of the tyre.
  charge numeric(10, 2) not null default 0,
  check (removed_at >= fitted_at)
);
create unique index tyre_fittings_of_position on tyre_fittings (vehicle_id, position)
  where removed_at is null;
create unique index tyre_fittings_of_tyre on tyre_fittings (tyre_id) where removed_at is null;
create index tyre_fittings_by_tyre on tyre_fittings (tyre_id, fitted_at);
create index tyre_fittings_by_vehicle on tyre_fittings (vehicle_id, fitted_at);
create index tyre_fittings_by_charge on tyre_fittings (customer_id, fitted_at) where charge > 0;
alter table tyre_fittings enable row level security;
create policy own_customer on tyre_fittings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on tyre_fittings to roadworthy_request;

-- The steps in the life of a tyre, for its history.
create table tyre_events (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  tyre_id int not null references tyres on delete cascade,
  kind text not null
    check (kind in ('added', 'fitted', 'removed', 'stored', 'sent', 'returned', 'scrapped')),
  happened_at timestamptz not null,
  vehicle_id int references vehicles on delete set null,
  position text,
  depot_id int references depots on delete set null,
  -- Of the vehicle; null if it is not known.
  odometer_m double precision,
  tread_mm real,
  cost numeric(10, 2),
  note text not null default '',
  author text not null
);
create index tyre_events_of_tyre on tyre_events (tyre_id, happened_at desc, id desc);
create index tyre_events_by_customer on tyre_events (customer_id);
create index tyre_events_by_vehicle on tyre_events (vehicle_id) where vehicle_id is not null;
create index tyre_events_by_depot on tyre_events (depot_id) where depot_id is not null;
alter table tyre_events enable row level security;
create policy own_customer on tyre_events to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert on tyre_events to roadworthy_request;

-- Tread depths and pressures that people in the office or sensors measure.
create table tyre_readings (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  position text not null,
  read_at timestamptz not null,
  tread_mm real check (tread_mm >= 0),
  pressure_kpa real check (pressure_kpa >= 0),
  temperature_c real,
  source text not null check (source in ('office', 'sensor')),
  author text not null default '',
  check (tread_mm is not null or pressure_kpa is not null)
);
create index tyre_readings_of_position on tyre_readings (vehicle_id, position, read_at desc, id desc);
create index tyre_readings_by_customer on tyre_readings (customer_id);
alter table tyre_readings enable row level security;
create policy own_customer on tyre_readings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on tyre_readings to roadworthy_request;

-- The wheels of a vehicle where they differ from the usual ones of its kind, and its pressures and limits.
create table vehicle_tyres (
  vehicle_id int primary key references vehicles on delete cascade,
  customer_id int not null references customers on delete cascade,
  -- Axles from the front; null for the usual ones.
  twin_axles int[],
  steered_axles int[],
  spares smallint not null default 0 check (spares between 0 and 4),
  -- Recommended pressure of each axle.
  pressures_kpa int[],
  low_pressure_pct smallint not null default 20 check (low_pressure_pct between 1 and 90),
  -- Own limit of the tread, above that of the law; null for that of the customer.
  least_tread_mm real check (least_tread_mm > 0),
  calculated_at timestamptz
);
create index vehicle_tyres_by_customer on vehicle_tyres (customer_id);
create index vehicle_tyres_by_calculation on vehicle_tyres (calculated_at nulls first, vehicle_id);
alter table vehicle_tyres enable row level security;
create policy own_customer on vehicle_tyres to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on vehicle_tyres to roadworthy_request;
