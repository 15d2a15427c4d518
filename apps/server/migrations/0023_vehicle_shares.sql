-- Links that show a vehicle live without sign-in.

create table vehicle_shares (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  -- Only a hash of the token is stored.
  token_hash bytea not null unique,
  note text not null default '',
  destination_name text,
  destination_latitude double precision,
  destination_longitude double precision,
  created_by int references users on delete set null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views int not null default 0,
  last_view_at timestamptz,
  check (num_nonnulls(destination_name, destination_latitude, destination_longitude) in (0, 3))
);
create index vehicle_shares_by_vehicle on vehicle_shares (vehicle_id, id desc);
alter table vehicle_shares enable row level security;
create policy own_customer on vehicle_shares to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on vehicle_shares to roadworthy_request;
