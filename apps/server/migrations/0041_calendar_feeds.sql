-- Addresses under which a calendar program reads what is due for vehicles (17.2).

create table calendar_feeds (
  id int generated always as identity primary key,
  -- Null for people of the operator, who belong to no customer.
  customer_id int references customers on delete cascade,
  user_id int not null references users on delete cascade,
  name text not null,
  -- Only a hash of the token is stored.
  token_hash bytea not null unique,
  -- Null: all depots that the person may see.
  depot_id int references depots on delete cascade,
  -- Null: all categories of schedule types.
  category text,
  created_at timestamptz not null default now(),
  last_read_at timestamptz
);
create index calendar_feeds_by_user on calendar_feeds (user_id, id);
create index calendar_feeds_by_customer on calendar_feeds (customer_id);
create index calendar_feeds_by_depot on calendar_feeds (depot_id);
alter table calendar_feeds enable row level security;
create policy own_customer on calendar_feeds to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on calendar_feeds to roadworthy_request;
