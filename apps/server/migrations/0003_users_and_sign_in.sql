-- Users, what they may see, and how they sign in.

create table users (
  id int generated always as identity primary key,
  customer_id int references customers on delete cascade,
  username text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text,
  role text not null check (role in ('ADMIN', 'MANAGER', 'USER', 'DRIVER', 'READONLY', 'GUEST')),
  is_limited_user boolean not null default false,
  is_global_admin boolean not null default false,
  is_customer_admin boolean not null default false,
  is_user_vehicle_admin boolean not null default false,
  language text not null default 'en',
  image text,
  time_zone text,
  date_format text,
  time_format text,
  units_distance text,
  theme text,
  driver_id int references drivers on delete set null,
  vehicle_id int references vehicles on delete set null,
  is_active boolean not null default true,
  failed_sign_ins int not null default 0,
  locked_until timestamptz,
  last_sign_in_at timestamptz,
  -- Tokens issued earlier are rejected: the password changed, or the user signed out everywhere.
  sessions_valid_from timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  -- Users are archived instead of deleted, so that the history can still name them.
  archived_at timestamptz,
  invited_at timestamptz
);
create unique index users_by_username on users (lower(username));
create unique index users_by_email on users (lower(email));
create index users_by_customer on users (customer_id);
create index users_by_last_name on users (customer_id, lower(last_name), lower(first_name), id);
-- Row-level security keeps a query from using this index; see depots_found.
create index users_by_search on users
  using gin ((username || ' ' || email || ' ' || first_name || ' ' || last_name) gin_trgm_ops);
create index users_by_driver on users (driver_id) where driver_id is not null;
-- One index for each sort of the user list, in both directions.
create index users_by_first_name on users (customer_id, lower(first_name), id);
create index users_by_username_of_customer on users (customer_id, lower(username));
create index users_by_email_of_customer on users (customer_id, lower(email));
create index users_by_role on users (customer_id, role, lower(first_name), id);
create index users_by_latest_sign_in on users
  (customer_id, last_sign_in_at desc nulls last, lower(first_name) desc, id desc);
create index users_by_last_sign_in on users
  (customer_id, last_sign_in_at, lower(first_name), id);
-- For users of some depots.
create index users_by_vehicle on users (vehicle_id) where vehicle_id is not null;
-- For filters that match few users.
create index users_inactive on users (customer_id, lower(last_name), lower(first_name), id)
  where not is_active;
create index users_archived on users (customer_id, lower(last_name), lower(first_name), id)
  where archived_at is not null;
create index users_locked on users (customer_id, locked_until) where locked_until is not null;
alter table users enable row level security;
create policy own_customer on users to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on users to roadworthy_request;

create function users_found(pattern text, most int)
  returns setof int language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query select id from users
    where username || ' ' || email || ' ' || first_name || ' ' || last_name ilike pattern
      and (sees_all or customer_id = customer)
    limit most;
end
$$;

create table user_modules (
  user_id int not null references users on delete cascade,
  module text not null,
  primary key (user_id, module)
);
alter table user_modules enable row level security;
create policy own_customer on user_modules to roadworthy_request
  using (exists (select from users where users.id = user_id))
  with check (exists (select from users where users.id = user_id));
grant select, insert, update, delete on user_modules to roadworthy_request;

create table user_regions (
  user_id int not null references users on delete cascade,
  region_id int not null references regions on update cascade on delete cascade,
  primary key (user_id, region_id)
);
create index user_regions_by_region on user_regions (region_id, user_id);
alter table user_regions enable row level security;
create policy own_customer on user_regions to roadworthy_request
  using (exists (select from users where users.id = user_id))
  with check (exists (select from users where users.id = user_id));
grant select, insert, update, delete on user_regions to roadworthy_request;

create table user_depots (
  user_id int not null references users on delete cascade,
  depot_id int not null references depots on delete cascade,
  primary key (user_id, depot_id)
);
create index user_depots_by_depot on user_depots (depot_id, user_id);
alter table user_depots enable row level security;
create policy own_customer on user_depots to roadworthy_request
  using (exists (select from users where users.id = user_id))
  with check (exists (select from users where users.id = user_id));
grant select, insert, update, delete on user_depots to roadworthy_request;

-- Users whose permissions end within the given depots (U-P03): users of these depots or of regions that
-- contain only these depots, and users who see only their own vehicle if it is in one of them. Row-level
-- security would look up the user of each assignment; this function limits the depots to the customer
-- itself.
create function users_within(wanted int[])
  returns setof int language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  depot_ids int[] := array(select id from depots
    where id = any(wanted) and (request_sees_all() or customer_id = request_customer()));
begin
  return query
    select c.id from (
        select user_id as id from user_depots where depot_id = any(depot_ids)
        union select r.user_id from depots d join user_regions r on r.region_id = d.region_id
          where d.id = any(depot_ids)) c
      where not exists (
          select from user_depots a where a.user_id = c.id and a.depot_id <> all(depot_ids))
        and not exists (select from user_regions r left join depots d on d.region_id = r.region_id
          where r.user_id = c.id and (d.id is null or d.id <> all(depot_ids)))
    union
    select o.id from vehicle_depots v join users o on o.vehicle_id = v.vehicle_id
      where v.depot_id = any(depot_ids) and (o.is_limited_user or o.role in ('DRIVER', 'GUEST'))
        and not exists (select from user_depots a where a.user_id = o.id)
        and not exists (select from user_regions r where r.user_id = o.id);
end
$$;

-- Single-sign-on records of a user for companion apps (U-33 to U-43).
create table user_app_records (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  app_id int not null,
  app_name text not null,
  app_reference text not null,
  permission_name text not null,
  level int not null,
  flags text[] not null default '{}'
);
create index user_app_records_by_user on user_app_records (user_id);
alter table user_app_records enable row level security;
create policy own_customer on user_app_records to roadworthy_request
  using (exists (select from users where users.id = user_id))
  with check (exists (select from users where users.id = user_id));
grant select, insert, update, delete on user_app_records to roadworthy_request;

-- Links sent by mail. Only a hash of the token is stored (D-P01).
create table password_tokens (
  token_hash bytea primary key,
  user_id int not null references users on delete cascade,
  purpose text not null check (purpose in ('reset', 'set')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_tokens_by_user on password_tokens (user_id);
alter table password_tokens enable row level security;
create policy own_customer on password_tokens to roadworthy_request
  using (exists (select from users where users.id = user_id))
  with check (exists (select from users where users.id = user_id));
grant select, insert, update, delete on password_tokens to roadworthy_request;

-- Storage of the OpenID Connect provider: sessions, codes, grants, refresh tokens.
create table sign_on_artifacts (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);
create index sign_on_artifacts_by_grant on sign_on_artifacts (grant_id) where grant_id is not null;
create unique index sign_on_artifacts_by_uid on sign_on_artifacts (uid) where model = 'Session' and uid is not null;
create index sign_on_artifacts_by_expiry on sign_on_artifacts (expires_at);

-- Failed sign-ins by account and network address together, so that failures of a stranger do not lock
-- out the owner. An account is `user:<id>`. An unknown login is counted by its digest in the same way,
-- so that the answers are the same. Only the sign-in code reads this table; requests have no grant.
create table sign_in_tries (
  account text not null,
  address text not null,
  failures int not null,
  locked_until timestamptz,
  last_at timestamptz not null,
  primary key (account, address)
);
create index sign_in_tries_by_time on sign_in_tries (last_at);

-- Second factors, passkeys, sessions and API tokens: only the sign-in code reads them; requests have no
-- grant.
create table totp_factors (
  user_id int primary key references users on delete cascade,
  -- Encrypted with a key that is stored outside the database.
  secret bytea not null,
  -- Null until the first correct code.
  confirmed_at timestamptz,
  -- Time step of the last accepted code: a code works once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id int not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  -- Codes of 49 bits from before the change to 137 bits: they work, and their users are asked to renew
  -- them.
  is_short boolean not null default false,
  primary key (user_id, code_hash)
);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id int not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- Browser sessions as shown to their user; deleted with the grant.
create table account_sessions (
  grant_id text primary key,
  user_id int not null references users on delete cascade,
  user_agent text not null default '',
  address text not null default '',
  began_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index account_sessions_by_user on account_sessions (user_id);

-- Personal tokens for the HTTP interface. Only a hash is stored.
create table api_tokens (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  -- The first characters, by which the user recognises the token.
  hint text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  check (cardinality(scopes) > 0)
);
create index api_tokens_by_user on api_tokens (user_id, created_at desc);
