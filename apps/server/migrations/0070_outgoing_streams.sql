-- Feed of faults, and outgoing streams: destinations that receive the feeds (docs/outgoing-streams.md).

-- `not valid`: the rows before have one of the kinds before, and checking them would lock the table.
alter table feed_changes drop constraint feed_changes_kind_check;
alter table feed_changes add constraint feed_changes_kind_check
  check (kind in ('positions', 'trips', 'events', 'defects', 'checks', 'faults', 'work_orders',
    'driver_activities')) not valid;
create trigger feed_insert after insert on vehicle_faults referencing new table as new_rows
  for each statement execute function note_feed_changes('faults');
-- A device reports the same fault again and again.
create trigger feed_update after update on vehicle_faults
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_feed_changes('faults', 'last_seen_at', 'version');
create trigger feed_delete after delete on vehicle_faults referencing old table as old_rows
  for each statement execute function note_feed_changes('faults');

create table outgoing_streams (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  kind text not null check (kind in ('webhook', 'mqtt', 'nats')),
  address text not null,
  -- What is no secret: topic, protocol, user name.
  settings jsonb not null default '{}',
  -- Encrypted with a key that is not in the database; null for none.
  credentials bytea,
  feeds text[] not null,
  -- Both empty for all vehicles.
  vehicle_ids int[] not null default '{}',
  depot_ids int[] not null default '{}',
  is_on boolean not null default true,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  -- Only the process with the lease sends and stores how far it came.
  lease uuid,
  leased_until timestamptz,
  next_attempt_at timestamptz not null default now(),
  -- Failed attempts since the last success.
  attempts int not null default 0,
  failing_since timestamptz,
  failure text,
  -- Administrators were told of this failure.
  told_at timestamptz,
  delivered_at timestamptz,
  rows_sent bigint not null default 0
);
create index outgoing_streams_by_customer on outgoing_streams (customer_id);
create index outgoing_streams_due on outgoing_streams (next_attempt_at) where is_on;
alter table outgoing_streams enable row level security;
create policy own_customer on outgoing_streams to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on outgoing_streams to roadworthy_request;

-- How far each feed of a destination is acknowledged.
create table outgoing_stream_cursors (
  stream_id int not null references outgoing_streams on delete cascade,
  feed text not null,
  customer_id int not null references customers on delete cascade,
  version text not null,
  -- All records until then are acknowledged.
  read_until timestamptz not null,
  primary key (stream_id, feed)
);
create index outgoing_stream_cursors_by_customer on outgoing_stream_cursors (customer_id);
alter table outgoing_stream_cursors enable row level security;
create policy own_customer on outgoing_stream_cursors to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on outgoing_stream_cursors to roadworthy_request;
