-- Feeds of records for other systems (docs/data-feeds.md, decision 45).

-- One row for each record that a transaction created, changed or deleted, kept for eight days. A feed reads the
-- rows whose transaction its last read did not see, so a transaction that commits late is not skipped.
create table feed_changes (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  kind text not null check (kind in ('positions', 'trips', 'events', 'defects', 'checks',
    'work_orders', 'driver_activities')),
  -- Id of the record as the feed shows it.
  record_key text not null,
  -- Null for records of drivers. No foreign key: a deleted record may have lost its vehicle.
  vehicle_id int,
  driver_id int,
  -- Not the start of the transaction: a feed looks for rows from the start of the oldest transaction on.
  changed_at timestamptz not null default clock_timestamp()
);
create index feed_changes_in_order on feed_changes (customer_id, kind, changed_at, id);
create index feed_changes_by_age on feed_changes (changed_at, id);
alter table feed_changes enable row level security;
create policy own_customer on feed_changes to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on feed_changes to roadworthy_request;

-- Days outside of yesterday to tomorrow that received positions, so that the position feed reads few partitions. The
-- gateway writes a day before its records, at most once an hour.
create table feed_late_days (
  day date primary key,
  -- No record was received for this day after this time.
  received_until timestamptz not null
);
grant select on feed_late_days to roadworthy_request;

-- Who reads which feed, and how far.
create table feed_readers (
  customer_id int not null references customers on delete cascade,
  user_id int not null references users on delete cascade,
  kind text not null,
  last_read_at timestamptz not null,
  -- All records until then have been read.
  read_until timestamptz not null,
  rows_read bigint not null default 0,
  primary key (user_id, kind)
);
create index feed_readers_by_customer on feed_readers (customer_id);
alter table feed_readers enable row level security;
create policy own_customer on feed_readers to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on feed_readers to roadworthy_request;

-- Whether a snapshot shows a row, by the row's xmin. Rows show 32 bits of a transaction id; newest, the xmax of the
-- current snapshot, completes them: a row that is visible now is older.
create function is_in_snapshot(row_xmin xid, seen pg_snapshot, newest bigint) returns boolean
  language sql stable parallel safe as $$
  select pg_visible_in_snapshot(((newest & ~4294967295::bigint) + row_xmin::text::bigint
    - case when row_xmin::text::bigint > (newest & 4294967295) then 4294967296 else 0 end)::text::xid8,
    seen)
$$;

-- Call it before the snapshot of a read: all records of transactions that this snapshot does not show were
-- written after `oldest`. A transaction without an id that is older than ten minutes only reads. `identity` changes
-- when transaction ids begin again: another server, a restored backup, a promoted replica.
create function feed_horizon(out oldest timestamptz, out identity text)
  language sql volatile security definer set search_path = pg_catalog, public as $$
  select least(clock_timestamp(), (select min(xact_start) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
        and (backend_xid is not null or xact_start > clock_timestamp() - interval '10 minutes')))
      - interval '5 seconds',
    (select system_identifier from pg_control_system()) || '-'
      || (select timeline_id from pg_control_checkpoint()) || '-'
      || (select oid from pg_database where datname = current_database())
$$;
grant execute on function feed_horizon() to roadworthy_request;

-- Notes the rows of a statement. Arguments: the kind, and columns whose change is no change of the record.
create function note_feed_changes() returns trigger language plpgsql
  security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' then
    insert into feed_changes (customer_id, kind, record_key, vehicle_id, driver_id)
    select n.customer_id, tg_argv[0], n.id::text, (j.new_row ->> 'vehicle_id')::int,
      case when tg_argv[0] = 'driver_activities' then (j.new_row ->> 'driver_id')::int end
    from new_rows n join old_rows o on o.id = n.id
    cross join lateral (select to_jsonb(n) - tg_argv[1:] as new_row) j
    where j.new_row is distinct from to_jsonb(o) - tg_argv[1:];
  elsif tg_op = 'INSERT' then
    insert into feed_changes (customer_id, kind, record_key, vehicle_id, driver_id)
    select n.customer_id, tg_argv[0], n.id::text, (to_jsonb(n) ->> 'vehicle_id')::int,
      case when tg_argv[0] = 'driver_activities' then (to_jsonb(n) ->> 'driver_id')::int end
    from new_rows n;
  else
    insert into feed_changes (customer_id, kind, record_key, vehicle_id, driver_id)
    select o.customer_id, tg_argv[0], o.id::text, (to_jsonb(o) ->> 'vehicle_id')::int,
      case when tg_argv[0] = 'driver_activities' then (to_jsonb(o) ->> 'driver_id')::int end
    from old_rows o
    -- The customer may be deleted by the same statement.
    where exists (select from customers c where c.id = o.customer_id);
  end if;
  return null;
end
$$;

create trigger feed_insert after insert on trips referencing new table as new_rows
  for each statement execute function note_feed_changes('trips');
create trigger feed_update after update on trips
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_feed_changes('trips', 'told_at');
create trigger feed_delete after delete on trips referencing old table as old_rows
  for each statement execute function note_feed_changes('trips');
create trigger feed_insert after insert on fleet_events referencing new table as new_rows
  for each statement execute function note_feed_changes('events');
create trigger feed_update after update on fleet_events
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_feed_changes('events', 'told_at', 'to_tell');
create trigger feed_delete after delete on fleet_events referencing old table as old_rows
  for each statement execute function note_feed_changes('events');
create trigger feed_insert after insert on defect_records referencing new table as new_rows
  for each statement execute function note_feed_changes('defects');
create trigger feed_update after update on defect_records
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_feed_changes('defects');
create trigger feed_delete after delete on defect_records referencing old table as old_rows
  for each statement execute function note_feed_changes('defects');
create trigger feed_insert after insert on driver_check_records referencing new table as new_rows
  for each statement execute function note_feed_changes('checks');
create trigger feed_update after update on driver_check_records
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_feed_changes('checks', 'must_tell', 'told_at');
create trigger feed_delete after delete on driver_check_records
  referencing old table as old_rows
  for each statement execute function note_feed_changes('checks');
create trigger feed_insert after insert on work_orders referencing new table as new_rows
  for each statement execute function note_feed_changes('work_orders');
create trigger feed_update after update on work_orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_feed_changes('work_orders');
create trigger feed_delete after delete on work_orders referencing old table as old_rows
  for each statement execute function note_feed_changes('work_orders');
create trigger feed_insert after insert on driver_activities referencing new table as new_rows
  for each statement execute function note_feed_changes('driver_activities');
create trigger feed_update after update on driver_activities
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_feed_changes('driver_activities');
create trigger feed_delete after delete on driver_activities
  referencing old table as old_rows
  for each statement execute function note_feed_changes('driver_activities');
