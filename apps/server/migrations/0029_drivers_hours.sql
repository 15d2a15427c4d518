-- What drivers did: from driver cards, and entered by hand. Time without a row is not known.
create table driver_activities (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  driver_id int not null references drivers on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  kind text not null check (kind in ('driving', 'work', 'availability', 'rest')),
  source text not null check (source in ('card', 'manual')),
  is_crew boolean not null default false,
  is_ferry boolean not null default false,
  is_out_of_scope boolean not null default false,
  -- Why a person entered it; empty for cards.
  note text not null default '',
  entered_by int references users on delete set null,
  check (ended_at > started_at)
);
create index driver_activities_by_driver on driver_activities (driver_id, started_at);
create index driver_activities_by_customer on driver_activities (customer_id, ended_at);
create index driver_activities_by_author on driver_activities (entered_by)
  where entered_by is not null;
alter table driver_activities enable row level security;
create policy own_customer on driver_activities to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on driver_activities to roadworthy_request;

-- Infringements of drivers' hours. The analysis writes and removes those that nobody has debriefed.
create table hours_infringements (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  driver_id int not null references drivers on delete cascade,
  rule text not null check (rule in ('daily_driving', 'weekly_driving', 'fortnightly_driving',
    'break', 'daily_rest', 'weekly_rest_late', 'weekly_rest_short', 'weekly_rest_reduced_again',
    'weekly_rest_compensation', 'working_time_week', 'working_time_average', 'working_time_break',
    'night_work', 'gb_daily_driving', 'gb_daily_duty')),
  paragraph text not null,
  severity text check (severity in ('MI', 'SI', 'VSI', 'MSI')),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  actual_s int not null,
  limit_s int not null,
  state text not null default 'new' check (state in ('new', 'debriefed', 'dismissed')),
  note text not null default '',
  debriefed_by int references users on delete set null,
  debriefed_at timestamptz,
  -- The name under which the driver signed.
  signed_by text,
  -- The analysis does not find a debriefed infringement any more.
  is_outdated boolean not null default false,
  version int not null default 1,
  unique (driver_id, rule, started_at)
);
create index hours_infringements_by_customer on hours_infringements (customer_id, ended_at desc, id);
create index hours_infringements_open on hours_infringements (driver_id) where state = 'new';
create index hours_infringements_by_author on hours_infringements (debriefed_by)
  where debriefed_by is not null;
alter table hours_infringements enable row level security;
create policy own_customer on hours_infringements to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on hours_infringements to roadworthy_request;

-- The rules by which a customer's drivers are analysed. Without a row, the defaults apply.
create table drivers_hours_settings (
  customer_id int primary key references customers on delete cascade,
  regime text not null check (regime in ('eu', 'gb_domestic')),
  may_reduce_twice boolean not null,
  reference_weeks smallint not null check (reference_weeks between 1 and 26),
  night_hours smallint not null check (night_hours between 4 and 7),
  time_zone text not null
);
alter table drivers_hours_settings enable row level security;
create policy own_customer on drivers_hours_settings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on drivers_hours_settings to roadworthy_request;
