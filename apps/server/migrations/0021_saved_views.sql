-- Saved views of lists: search, filters, sorting, page size and columns under a name.

create table saved_views (
  id int generated always as identity primary key,
  -- The owner: a person, or for a shared view the customer, so that it outlasts the person's account.
  user_id int references users on delete cascade,
  customer_id int references customers on delete cascade,
  list text not null,
  name text not null,
  -- The contract limits it to 8,000 characters.
  settings jsonb not null check (octet_length(settings::text) <= 65536),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (num_nonnulls(user_id, customer_id) = 1)
);
create unique index saved_views_of_user on saved_views (user_id, list, lower(name))
  where user_id is not null;
create unique index saved_views_of_customer on saved_views (customer_id, list, lower(name))
  where customer_id is not null;
alter table saved_views enable row level security;
create policy own_customer on saved_views to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer())
    or exists (select from users where users.id = user_id))
  with check ((select request_sees_all()) or customer_id = (select request_customer())
    or exists (select from users where users.id = user_id));
grant select, insert, update, delete on saved_views to roadworthy_request;

-- The view with which a list opens for a person: their own or a shared one.
create table saved_view_defaults (
  user_id int not null references users on delete cascade,
  list text not null,
  view_id int not null references saved_views on delete cascade,
  primary key (user_id, list)
);
create index saved_view_defaults_by_view on saved_view_defaults (view_id);
alter table saved_view_defaults enable row level security;
create policy own_customer on saved_view_defaults to roadworthy_request
  using (exists (select from users where users.id = user_id))
  with check (exists (select from users where users.id = user_id));
grant select, insert, update, delete on saved_view_defaults to roadworthy_request;
