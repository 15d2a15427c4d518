-- The audit log, and what accounts gained: second factors, passkeys, tokens, privacy.

-- Append-only: one chain of entries a customer (0 for what belongs to none). The hash of an entry
-- covers the hash before it, so that nothing can be changed, left out or put in unnoticed. It covers
-- the content by its salted digest alone: erasing personal data blanks the content and leaves the
-- chain whole. No foreign keys: entries outlive what they speak of.
create table audit_entries (
  id bigint generated always as identity primary key,
  customer_id int,
  chain int not null generated always as (coalesce(customer_id, 0)) stored,
  position bigint not null,
  at timestamptz not null,
  actor_id int,
  action text not null check (action in ('created', 'changed', 'archived', 'restored', 'removed',
    'viewed', 'exported', 'erased')),
  subject_kind text not null,
  subject_id text not null,
  -- The content; all null once it is erased.
  actor_name text,
  subject_name text,
  before jsonb,
  after jsonb,
  salt bytea,
  content_digest bytea not null,
  hash bytea not null,
  unique (chain, position)
);
create index audit_entries_by_time on audit_entries (at desc, id desc);
create index audit_entries_by_customer on audit_entries (customer_id, at desc, id desc);
create index audit_entries_by_subject on audit_entries (subject_kind, subject_id, at desc);
create index audit_entries_by_actor on audit_entries (actor_id, at desc);
create index audit_entries_by_action on audit_entries (customer_id, action, at desc);

-- Not even the owner changes an entry: only its content can be blanked, and only as a whole.
create function audit_entries_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.position, new.at, new.action, new.subject_kind, new.subject_id,
        new.content_digest, new.hash)
      = (old.id, old.position, old.at, old.action, old.subject_kind, old.subject_id,
        old.content_digest, old.hash)
    and new.customer_id is not distinct from old.customer_id
    and new.actor_id is not distinct from old.actor_id
    and num_nonnulls(new.actor_name, new.subject_name, new.before, new.after, new.salt) = 0
  then
    return new;
  end if;
  raise exception 'Entries of the audit log are never changed.';
end
$$;
create trigger audit_entries_stay before update or delete on audit_entries
  for each row execute function audit_entries_stay();
create trigger audit_entries_stay_whole before truncate on audit_entries
  for each statement execute function audit_entries_stay();

alter table audit_entries enable row level security;
create policy own_customer on audit_entries to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert on audit_entries to roadworthy_request;

-- Users leave the lists instead of being removed: what they did goes on naming them.
alter table users
  add column archived_at timestamptz,
  add column invited_at timestamptz;
create index users_by_last_name on users (customer_id, lower(last_name), lower(first_name), id);
create index users_by_last_sign_in on users (customer_id, last_sign_in_at desc, id);
create index user_depots_by_depot on user_depots (depot_id, user_id);
create index user_regions_by_region on user_regions (region_id, user_id);

-- A second factor of an account. Read by the sign-on alone, never granted to requests.
create table totp_factors (
  user_id int primary key references users on delete cascade,
  -- Sealed with a key that lies outside of the database.
  secret bytea not null,
  -- Null until a first code was right.
  confirmed_at timestamptz,
  -- The time step of the last code taken: a code works once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
create table recovery_codes (
  user_id int not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
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

-- What a browser session is, for its person to recognise; goes with its grant.
create table account_sessions (
  grant_id text primary key,
  user_id int not null references users on delete cascade,
  user_agent text not null default '',
  address text not null default '',
  began_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index account_sessions_by_user on account_sessions (user_id);

-- Personal tokens for the HTTP interface; only a hash is kept.
create table api_tokens (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  -- The first signs, by which its person knows it again.
  hint text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  check (cardinality(scopes) > 0)
);
create index api_tokens_by_user on api_tokens (user_id, created_at desc);

alter table customers add column requires_second_factor boolean not null default false;

-- What a search finds, at most so many. Row-level security keeps an index from being used for "contains",
-- because the operator could tell of rows that are not to be seen: these functions hold the rows to the
-- customer themselves. They are planned for each text: short ones are found faster without the index.
create extension if not exists pg_trgm;
create index audit_entries_by_search on audit_entries
  using gin ((coalesce(actor_name, '') || ' ' || coalesce(subject_name, '')) gin_trgm_ops);
create function audit_found(pattern text, most int)
  returns setof bigint language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query select id from audit_entries
    where coalesce(actor_name, '') || ' ' || coalesce(subject_name, '') ilike pattern
      and (sees_all or customer_id = customer)
    limit most;
end
$$;
create index users_by_search on users
  using gin ((username || ' ' || email || ' ' || first_name || ' ' || last_name) gin_trgm_ops);
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
