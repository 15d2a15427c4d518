-- Onboarding of agency drivers: terms, invitations by link, and what the drivers enter.

-- The terms of an operator; the highest version counts, an empty text asks for nothing.
create table agency_terms (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  version int not null check (version > 0),
  body text not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  unique (customer_id, version)
);
alter table agency_terms enable row level security;
create policy own_customer on agency_terms to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert on agency_terms to roadworthy_request;

create table agency_onboardings (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  agency_id int not null references agencies on delete cascade,
  depot_id int references depots on delete set null,
  state text not null default 'invited' check (state in ('invited', 'in_progress', 'submitted',
    'accepted', 'rejected', 'withdrawn')),
  email text not null,
  language text not null check (language in ('en', 'pt')),
  -- Documents that the driver is asked for.
  documents text[] not null check (documents <> '{}' and documents <@ array['licence', 'cpc_card',
    'tachograph_card', 'right_to_work']),
  -- SHA-256 of the token in the last mail; null once nothing can be entered.
  token_hash bytea unique,
  expires_at timestamptz not null,
  sent_at timestamptz not null default now(),
  invited_at timestamptz not null default now(),
  invited_by text not null,
  invited_by_id int references users on delete set null,
  submitted_at timestamptz,
  first_name text not null,
  surname text not null,
  born_on date,
  phone text,
  address text not null default '',
  -- Photographs that were sent, replaced ones included.
  photographs int not null default 0,
  terms_id int references agency_terms,
  terms_name text,
  terms_accepted_at timestamptz,
  signature_file_id uuid references files,
  decided_at timestamptz,
  decided_by text,
  reason text not null default '',
  engaged_until date,
  driver_id int references drivers on delete set null,
  version int not null default 1,
  check ((terms_id is null) = (terms_accepted_at is null)),
  check ((terms_id is null) = (terms_name is null))
);
create index agency_onboardings_by_time on agency_onboardings (customer_id, invited_at desc, id desc);
create index agency_onboardings_of_agency on agency_onboardings (agency_id);
create index agency_onboardings_of_driver on agency_onboardings (driver_id) where driver_id is not null;
create index agency_onboardings_by_signature on agency_onboardings (signature_file_id)
  where signature_file_id is not null;
alter table agency_onboardings enable row level security;
create policy own_customer on agency_onboardings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update on agency_onboardings to roadworthy_request;

-- Documents as the driver enters them; acceptance moves them to the drivers' file.
create table agency_onboarding_documents (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  onboarding_id int not null references agency_onboardings on delete cascade,
  kind text not null check (kind in ('licence', 'cpc_card', 'tachograph_card', 'right_to_work')),
  title text not null default '',
  number text not null default '',
  issued_on date,
  expires_on date,
  categories text[] not null default '{}',
  front_file_id uuid references files,
  back_file_id uuid references files,
  -- Of the comparison by a manager; null before.
  is_accepted boolean,
  reason text not null default '',
  decided_by text,
  unique (onboarding_id, kind),
  check ((is_accepted is null) = (decided_by is null))
);
create index agency_onboarding_documents_by_customer on agency_onboarding_documents (customer_id);
create index agency_onboarding_documents_by_front on agency_onboarding_documents (front_file_id)
  where front_file_id is not null;
create index agency_onboarding_documents_by_back on agency_onboarding_documents (back_file_id)
  where back_file_id is not null;
alter table agency_onboarding_documents enable row level security;
create policy own_customer on agency_onboarding_documents to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on agency_onboarding_documents to roadworthy_request;

-- The back of a document, such as the categories of a licence.
alter table driver_documents add column back_file_id uuid;
alter table driver_documents add constraint driver_documents_back_file_id_fkey
  foreign key (back_file_id) references files not valid;

alter table retention_settings drop constraint retention_settings_kind_check;
alter table retention_settings add constraint retention_settings_kind_check
  check (kind in ('positions', 'journeys', 'accidents', 'tachograph', 'driver_documents',
    'onboardings')) not valid;
