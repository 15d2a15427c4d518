-- Checks of driving licences with the DVLA. A mandate is the permission of the driver to ask; nothing is asked
-- without one. Checks of existing constraints are `not valid`: no row before has the new values.
alter table driver_documents drop constraint driver_documents_kind_check;
alter table driver_documents add constraint driver_documents_kind_check
  check (kind in ('licence', 'entitlement_check', 'cpc_card', 'cpc_course', 'tachograph_card', 'medical',
    'right_to_work', 'training', 'mandate')) not valid;
alter table driver_documents
  -- Who said what the document says.
  add column source text not null default 'person',
  -- What the DVLA said of the licence; null for what a person entered.
  add column licence_status text,
  -- The last day of a disqualification; null without an end.
  add column disqualified_until date;
alter table driver_documents add constraint driver_documents_source_check
  check (source in ('person', 'dvla')) not valid;
alter table driver_documents add constraint driver_documents_licence_status_check
  check (licence_status in ('valid', 'disqualified', 'revoked', 'surrendered', 'expired', 'exchanged',
    'refused')) not valid;

-- The last answer about the licence of a driver, and when it is asked for again.
create table licence_checks (
  driver_id int primary key references drivers on delete cascade,
  customer_id int not null references customers on delete cascade,
  -- The number that was asked about: capitals and digits.
  number text not null,
  -- Null if nothing is to be asked until the check falls due.
  next_check_at timestamptz,
  -- Failed attempts since the last answer.
  attempts smallint not null default 0,
  state text check (state in ('found', 'not_found', 'failed')),
  failure text check (failure in
    ('refused', 'key_refused', 'rate_limited', 'unavailable', 'no_answer', 'malformed')),
  asked_at timestamptz,
  -- When the DVLA last said something of the licence, and whose it is.
  fetched_at timestamptz,
  holder text not null default '',
  check ((state = 'failed') = (failure is not null))
);
create index licence_checks_by_customer on licence_checks (customer_id, driver_id);
create index licence_checks_next on licence_checks (next_check_at, driver_id)
  where next_check_at is not null;
alter table licence_checks enable row level security;
create policy own_customer on licence_checks to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on licence_checks to roadworthy_request;

-- What was asked, by whom and what came of it.
create table licence_check_runs (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  driver_id int not null references drivers on delete cascade,
  asked_at timestamptz not null default now(),
  cause text not null check (cause in ('due', 'manual')),
  user_id int references users on delete set null,
  user_name text,
  -- found, not_found or a failure.
  outcome text not null check (outcome in ('found', 'not_found', 'refused', 'key_refused', 'rate_limited',
    'unavailable', 'no_answer', 'malformed')),
  changes text[] not null default '{}' check (changes <@ array['points', 'disqualified', 'not_valid',
    'category_lost', 'expired'])
);
create index licence_check_runs_of_driver on licence_check_runs (driver_id, id);
create index licence_check_runs_by_customer on licence_check_runs (customer_id);
create index licence_check_runs_by_user on licence_check_runs (user_id) where user_id is not null;
create index licence_check_runs_by_time on licence_check_runs (asked_at);
alter table licence_check_runs enable row level security;
create policy own_customer on licence_check_runs to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on licence_check_runs to roadworthy_request;
