-- Alerts, mail notifications, scheduled reports, and messages to the devices of vehicles.

create table alert_rules (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  is_active boolean not null,
  severity text not null check (severity in ('information', 'warning', 'critical')),
  event_codes smallint[] not null,
  vehicle_ids int[] not null default '{}',
  depot_ids int[] not null default '{}',
  weekdays smallint[] not null,
  from_minute int not null,
  until_minute int not null,
  time_zone text not null,
  notify_in_app boolean not null,
  emails text[] not null default '{}',
  webhook_url text,
  webhook_secret text,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  unique (customer_id, name)
);
alter table alert_rules enable row level security;
create policy own_customer on alert_rules to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on alert_rules to roadworthy_request;

-- Alerts of rules and of defects. They copy the event, whose row may be derived again; an alert is
-- raised once.
create table alerts (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  rule_id int references alert_rules on delete set null,
  rule_key int not null,
  rule_name text not null,
  severity text not null,
  in_app boolean not null,
  vehicle_id int not null references vehicles on delete cascade,
  event_code smallint,
  occurred_at timestamptz not null,
  latitude double precision,
  longitude double precision,
  geofence_id int references geofences on delete set null,
  geofence_key int not null default 0,
  created_at timestamptz not null default now(),
  -- A defect that takes its vehicle off the road raises one alert, without a rule or event. in_app is
  -- false then, so that only users with the module of defects see it.
  defect_record_id int references defect_records on delete cascade,
  unique (rule_key, vehicle_id, event_code, occurred_at, geofence_key),
  constraint alerts_tell_of_something
    check (event_code is not null or defect_record_id is not null)
);
-- By customer, across all customers, and by vehicle for users of some depots. The columns that decide
-- whether a user may see the alert are included, so that no other row is read.
create index alerts_by_customer on alerts (customer_id, occurred_at desc, id desc)
  include (vehicle_id, in_app);
create index alerts_by_time on alerts (occurred_at desc, id desc)
  include (customer_id, vehicle_id, in_app);
create index alerts_by_vehicle on alerts (vehicle_id, occurred_at desc, id desc)
  include (customer_id, in_app);
create unique index alerts_of_defect on alerts (defect_record_id) where defect_record_id is not null;
-- The same for alerts of defects only.
create index defect_alerts_by_customer on alerts (customer_id, occurred_at desc, id desc)
  include (vehicle_id) where defect_record_id is not null;
create index defect_alerts_by_time on alerts (occurred_at desc, id desc)
  include (customer_id, vehicle_id) where defect_record_id is not null;
create index defect_alerts_by_vehicle on alerts (vehicle_id, occurred_at desc, id desc)
  include (customer_id) where defect_record_id is not null;
alter table alerts enable row level security;
create policy own_customer on alerts to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on alerts to roadworthy_request;

create table alert_deliveries (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  alert_id bigint not null references alerts on delete cascade,
  channel text not null check (channel in ('email', 'webhook')),
  target text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  last_attempt_at timestamptz,
  detail text,
  unique (alert_id, channel, target)
);
alter table alert_deliveries enable row level security;
create policy own_customer on alert_deliveries to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on alert_deliveries to roadworthy_request;

create table alert_reads (
  customer_id int not null references customers on delete cascade,
  alert_id bigint not null references alerts on delete cascade,
  user_id int not null references users on delete cascade,
  read_at timestamptz not null default now(),
  primary key (alert_id, user_id)
);
create index alert_reads_by_user on alert_reads (user_id);
alter table alert_reads enable row level security;
create policy own_customer on alert_reads to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on alert_reads to roadworthy_request;

-- Problems of the installation, shown to administrators among their alerts while they last. One row for
-- each problem and process that finds it. A crashed process no longer updates seen_at. Requests have no
-- grant.
create table installation_warnings (
  code text not null,
  process_id uuid not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (code, process_id)
);

-- Who is notified of new records by mail (L-24 to L-27). Without rows in notification_email_depots: of
-- those of all depots.
create table notification_emails (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  email text not null,
  notification_type text not null check (notification_type in ('vehicle_std_emails',
    'vehicle_audit_emails', 'vehicle_handover_emails', 'defect_notification_emails')),
  created_at timestamptz not null default now(),
  -- The recipient unsubscribed. Only the recipient, or an administrator who enters the address again,
  -- can undo it.
  unsubscribed_at timestamptz,
  -- A mail for each record, or a digest of the records of a day or week.
  frequency text not null default 'each' check (frequency in ('each', 'daily', 'weekly')),
  -- Last day whose digest was sent or was empty.
  digest_day date
);
create unique index notification_emails_once
  on notification_emails (customer_id, notification_type, lower(email));
create index notification_emails_in_order on notification_emails (customer_id, lower(email), id);
alter table notification_emails enable row level security;
create policy own_customer on notification_emails to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on notification_emails to roadworthy_request;

create table notification_email_depots (
  customer_id int not null references customers on delete cascade,
  notification_email_id int not null references notification_emails on delete cascade,
  depot_id int not null references depots on delete cascade,
  primary key (notification_email_id, depot_id)
);
create index notification_email_depots_by_depot on notification_email_depots (depot_id);
alter table notification_email_depots enable row level security;
create policy own_customer on notification_email_depots to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on notification_email_depots to roadworthy_request;

-- Queued mails and their results.
create table notification_deliveries (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  notification_email_id int references notification_emails on delete set null,
  email text not null,
  notification_type text not null,
  vehicle_id int references vehicles on delete cascade,
  record_kind text not null
    check (record_kind in ('defect', 'driver_check', 'vehicle_report', 'digest', 'test')),
  -- Null for a test.
  record_id int,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'bounced')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- Last reply of the mail server.
  failure text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index notification_deliveries_once on notification_deliveries
  (notification_email_id, record_kind, record_id) where record_id is not null;
create index notification_deliveries_waiting on notification_deliveries (next_attempt_at)
  where state = 'waiting';
-- For the result of the last mail to an address.
create index notification_deliveries_of_email on notification_deliveries (notification_email_id, id desc);
-- One index for each sort and filter of the list of mails.
create index notification_deliveries_in_order on notification_deliveries
  (customer_id, created_at desc, id desc) include (vehicle_id);
create index notification_deliveries_by_vehicle on notification_deliveries
  (vehicle_id, created_at desc, id desc);
create index notification_deliveries_by_state on notification_deliveries
  (customer_id, state, created_at desc, id desc) include (vehicle_id);
create index notification_deliveries_by_type on notification_deliveries
  (customer_id, notification_type, created_at desc, id desc) include (vehicle_id);
create index notification_deliveries_by_email on notification_deliveries
  (customer_id, lower(email), created_at desc, id desc);
create index notification_deliveries_by_email_down on notification_deliveries
  (customer_id, lower(email) desc, created_at desc, id desc);
create index notification_deliveries_by_search on notification_deliveries
  using gin (email gin_trgm_ops);
alter table notification_deliveries enable row level security;
create policy own_customer on notification_deliveries to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on notification_deliveries to roadworthy_request;

create function notification_deliveries_found(pattern text, most int)
  returns setof bigint language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query
    (select n.id from notification_deliveries n
      where n.email ilike pattern and (sees_all or n.customer_id = customer)
      limit most)
    union
    (select n.id from vehicles v join notification_deliveries n on n.vehicle_id = v.id
      where v.search_text like upper(pattern) and v.registration ilike pattern
        and (sees_all or n.customer_id = customer)
      limit most);
end
$$;

-- Queues the mails in the transaction of the record.
create function queue_notifications() returns trigger language plpgsql
  security definer set search_path = public as $$
begin
  insert into notification_deliveries (customer_id, notification_email_id, email, notification_type,
    vehicle_id, record_kind, record_id)
  select n.customer_id, n.id, n.email, n.notification_type, new.vehicle_id, tg_argv[1], new.id
  from notification_emails n
  where n.customer_id = new.customer_id and n.notification_type = tg_argv[0]
    and n.frequency = 'each' and n.unsubscribed_at is null
    and (not exists (select from notification_email_depots d where d.notification_email_id = n.id)
      or exists (select from notification_email_depots d
        join vehicle_depots w on w.depot_id = d.depot_id and w.vehicle_id = new.vehicle_id
        where d.notification_email_id = n.id));
  return null;
end
$$;
create trigger defect_records_notify after insert on defect_records
  for each row execute function queue_notifications('defect_notification_emails', 'defect');
create trigger driver_check_records_notify after insert on driver_check_records
  for each row execute function queue_notifications('vehicle_std_emails', 'driver_check');
create trigger vehicle_reports_notify_std after insert on vehicle_reports
  for each row when (new.kind = 'STD')
  execute function queue_notifications('vehicle_std_emails', 'vehicle_report');
create trigger vehicle_reports_notify_aud after insert on vehicle_reports
  for each row when (new.kind = 'AUD')
  execute function queue_notifications('vehicle_audit_emails', 'vehicle_report');
create trigger vehicle_reports_notify_hnd after insert on vehicle_reports
  for each row when (new.kind = 'HND')
  execute function queue_notifications('vehicle_handover_emails', 'vehicle_report');

create table report_schedules (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  -- The report contains what this user may see. It is not sent without the user.
  user_id int not null references users on delete cascade,
  name text not null,
  kind text not null,
  format text not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  hour smallint not null,
  time_zone text not null,
  vehicle_id int references vehicles on delete cascade,
  driver_id int references drivers on delete cascade,
  depot_id int references depots on delete cascade,
  emails text[] not null,
  is_active boolean not null,
  next_run_at timestamptz,
  last_run_at timestamptz,
  last_state text check (last_state in ('sent', 'failed')),
  created_at timestamptz not null default now()
);
create index report_schedules_due on report_schedules (next_run_at) where is_active;
create index report_schedules_by_customer on report_schedules (customer_id, name);
alter table report_schedules enable row level security;
create policy own_customer on report_schedules to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on report_schedules to roadworthy_request;

create table vehicle_messages (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  tracker_id int references trackers on delete set null,
  message text not null,
  state text not null default 'queued'
    check (state in ('queued', 'sent', 'delivered', 'failed', 'expired')),
  failure text check (failure in ('no_tracker', 'not_supported', 'refused')),
  answer text,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  -- Number of times that it was sent to the device; their number is limited.
  attempts smallint not null default 0
);
create index vehicle_messages_by_vehicle on vehicle_messages (vehicle_id, created_at desc);
create index vehicle_messages_waiting on vehicle_messages (tracker_id, id)
  where state in ('queued', 'sent');
alter table vehicle_messages enable row level security;
create policy own_customer on vehicle_messages to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on vehicle_messages to roadworthy_request;
