-- Failed sign-ins by account and network address together, so that a stranger who fails does not lock
-- the owner out. An account is `user:<id>`; a login that belongs to nobody is counted alike, by its
-- digest, so that the answers are the same. Read by the sign-on alone, never granted to requests.
create table sign_in_tries (
  account text not null,
  address text not null,
  failures int not null,
  locked_until timestamptz,
  last_at timestamptz not null,
  primary key (account, address)
);
create index sign_in_tries_by_time on sign_in_tries (last_at);
