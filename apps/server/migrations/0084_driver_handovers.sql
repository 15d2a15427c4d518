-- Hand-overs of vehicles to drivers; an assignment has at most one of each kind.
create table driver_handovers (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  assignment_id int not null references driver_assignments (id) on delete cascade,
  driver_id int not null references drivers on delete cascade,
  kind text not null check (kind in ('issue', 'return')),
  happened_at timestamptz not null,
  odometer_m double precision,
  -- Fuel or charge.
  fill_pct smallint check (fill_pct between 0 and 100),
  items jsonb not null default '[]',
  damage text not null default '',
  remark text not null default '',
  author_id int references users on delete set null,
  author text not null,
  driver_remark text not null default '',
  signed_by text,
  signed_at timestamptz,
  unique (assignment_id, kind),
  check ((signed_by is null) = (signed_at is null))
);
create index driver_handovers_by_customer on driver_handovers (customer_id);
create index driver_handovers_by_author on driver_handovers (author_id) where author_id is not null;
create index driver_handovers_by_driver on driver_handovers (driver_id);
create index driver_handovers_unsigned on driver_handovers (driver_id, happened_at desc)
  where signed_at is null;

create table driver_handover_photographs (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  handover_id int not null references driver_handovers on delete cascade,
  is_by_driver boolean not null,
  caption text not null default '',
  file_id uuid not null references files on delete cascade,
  -- The same photograph in the size for reports.
  report_file_id uuid not null references files on delete cascade
);
create index driver_handover_photographs_by_handover on driver_handover_photographs (handover_id, id);
create index driver_handover_photographs_by_customer on driver_handover_photographs (customer_id);
create index driver_handover_photographs_by_file on driver_handover_photographs (file_id);
create index driver_handover_photographs_by_report on driver_handover_photographs (report_file_id);

do $$
declare name text;
begin
  foreach name in array array['driver_handovers', 'driver_handover_photographs'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_customer on %I to roadworthy_request
      using ((select request_sees_all()) or customer_id = (select request_customer()))
      with check ((select request_sees_all()) or customer_id = (select request_customer()))', name);
    execute format('grant select, insert, update, delete on %I to roadworthy_request', name);
  end loop;
end
$$;
