-- Planned shifts and absences of drivers. A driver, a vehicle and a trailer have one shift at a time.
create table planned_shifts (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  driver_id int not null references drivers on delete cascade,
  vehicle_id int references vehicles on delete set null,
  trailer_id int references vehicles on delete set null,
  depot_id int not null references depots on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Null if the driving is not planned.
  driving_s int check (driving_s >= 0),
  note text not null default '',
  -- Why it was saved although it breaks a rule.
  reason text not null default '',
  -- The worst finding when it was last checked.
  level text not null default 'none' check (level in ('breaks', 'warns', 'unknown', 'none')),
  acknowledged_at timestamptz,
  author_id int references users on delete set null,
  author text not null,
  created_at timestamptz not null default now(),
  version int not null default 1,
  check (ends_at > starts_at),
  constraint planned_shifts_of_driver exclude using gist (
    int4range(driver_id, driver_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&),
  constraint planned_shifts_of_vehicle exclude using gist (
    int4range(vehicle_id, vehicle_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&)
    where (vehicle_id is not null),
  constraint planned_shifts_of_trailer exclude using gist (
    int4range(trailer_id, trailer_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&)
    where (trailer_id is not null)
);
create index planned_shifts_by_time on planned_shifts (customer_id, starts_at desc, id desc);
create index planned_shifts_by_driver on planned_shifts (driver_id, starts_at);
create index planned_shifts_by_end on planned_shifts (ends_at);
create index planned_shifts_by_vehicle on planned_shifts (vehicle_id) where vehicle_id is not null;
create index planned_shifts_by_trailer on planned_shifts (trailer_id) where trailer_id is not null;
create index planned_shifts_by_depot on planned_shifts (depot_id, starts_at);
create index planned_shifts_by_author on planned_shifts (author_id) where author_id is not null;

create table driver_absences (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  driver_id int not null references drivers on delete cascade,
  kind text not null check (kind in ('holiday', 'sick', 'training', 'other')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_whole_days boolean not null,
  state text not null check (state in ('requested', 'approved', 'refused')),
  note text not null default '',
  answer text not null default '',
  author_id int references users on delete set null,
  author text not null,
  decided_by_id int references users on delete set null,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  version int not null default 1,
  check (ends_at > starts_at),
  constraint driver_absences_of_driver exclude using gist (
    int4range(driver_id, driver_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&)
    where (state <> 'refused')
);
create index driver_absences_by_time on driver_absences (customer_id, starts_at desc, id desc);
create index driver_absences_by_driver on driver_absences (driver_id, starts_at);
create index driver_absences_by_author on driver_absences (author_id) where author_id is not null;
create index driver_absences_by_decider on driver_absences (decided_by_id)
  where decided_by_id is not null;

do $$
declare name text;
begin
  foreach name in array array['planned_shifts', 'driver_absences'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_customer on %I to roadworthy_request
      using ((select request_sees_all()) or customer_id = (select request_customer()))
      with check ((select request_sees_all()) or customer_id = (select request_customer()))', name);
    execute format('grant select, insert, update, delete on %I to roadworthy_request', name);
  end loop;
end
$$;
