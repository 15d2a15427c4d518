-- Where each device connects from: the last connections of a tracker, and attempts that were refused.
create table tracker_connections (
  id uuid primary key,
  customer_id int not null references customers on delete cascade,
  tracker_id int not null references trackers on delete cascade,
  protocol text not null,
  address inet not null,
  connected_at timestamptz not null,
  -- Null while it is open. Datagrams and requests count as one connection while their address stays.
  disconnected_at timestamptz,
  -- The rule of the gateway that ended it; `device` where the device did, `network` where it was refused.
  ended_by text,
  -- The address of the connection that took its place.
  replaced_by inet,
  -- Refused attempts from this address in a row.
  attempts int not null default 1,
  check ((disconnected_at is null) = (ended_by is null))
);
create index tracker_connections_by_tracker on tracker_connections (tracker_id, connected_at desc);
create index tracker_connections_by_customer on tracker_connections (customer_id);

alter table tracker_connections enable row level security;
create policy own_customer on tracker_connections to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on tracker_connections to roadworthy_request;

alter table trackers
  add column last_address inet,
  -- Networks that the device may connect from; empty for any.
  add column allowed_networks text[] not null default '{}';
