-- Personal notifications: preferences, browsers with push, SMS, and more conditions of alert rules.

create table notification_preferences (
  user_id int primary key references users on delete cascade,
  in_app_kinds text[] not null,
  email_kinds text[] not null,
  push_kinds text[] not null,
  sms_kinds text[] not null,
  phone text,
  -- Days on which quiet hours start; empty for none.
  quiet_weekdays smallint[] not null,
  quiet_from_minute int not null,
  quiet_until_minute int not null,
  -- Sent at once, also in quiet hours and with a digest.
  urgent_kinds text[] not null,
  digest text not null check (digest in ('none', 'daily', 'weekly')),
  digest_hour smallint not null,
  -- For a user without a time zone.
  time_zone text not null,
  -- When the next digest is sent; null without a digest.
  digest_due_at timestamptz,
  changed_at timestamptz not null default now()
);
create index notification_preferences_due on notification_preferences (digest_due_at)
  where digest_due_at is not null;
alter table notification_preferences enable row level security;
create policy own_customer on notification_preferences to roadworthy_request
  using (exists (select from users where users.id = user_id))
  with check (exists (select from users where users.id = user_id));
grant select, insert, update, delete on notification_preferences to roadworthy_request;

-- Browsers that show notifications. A subscription ends with the session of its browser.
create table push_subscriptions (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  grant_id text not null references account_sessions on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  user_agent text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_by_user on push_subscriptions (user_id, id);
create index push_subscriptions_by_session on push_subscriptions (grant_id);

-- Alerts that wait for a person's digest.
create table digest_alerts (
  user_id int not null references users on delete cascade,
  alert_id bigint not null references alerts on delete cascade,
  primary key (user_id, alert_id)
);
create index digest_alerts_by_alert on digest_alerts (alert_id);

-- Null until the people who want to know of the alert are notified. Earlier alerts count as notified.
alter table alerts add column notified_at timestamptz default now();
alter table alerts alter column notified_at drop default;
create index alerts_to_notify on alerts (id) where notified_at is null;

-- The same indexes with the severity, by which people choose.
drop index alerts_by_customer, alerts_by_time, alerts_by_vehicle;
create index alerts_by_customer on alerts (customer_id, occurred_at desc, id desc)
  include (vehicle_id, in_app, severity);
create index alerts_by_time on alerts (occurred_at desc, id desc)
  include (customer_id, vehicle_id, in_app, severity);
create index alerts_by_vehicle on alerts (vehicle_id, occurred_at desc, id desc)
  include (customer_id, in_app, severity);

alter table deliveries
  -- The person who is notified; null for addresses of rules.
  add column user_id int references users on delete cascade,
  drop constraint deliveries_channel_check,
  add constraint deliveries_channel_check check (channel in ('email', 'webhook', 'push', 'sms')),
  drop constraint deliveries_queue_check,
  add constraint deliveries_queue_check
    check (queue in ('security', 'email', 'webhook', 'documents', 'push', 'sms'));
create index deliveries_by_user on deliveries (user_id) where user_id is not null;

alter table alert_rules
  -- Name of the template that the rule was made from.
  add column template text,
  -- Only events in one of these geofences; empty for everywhere.
  add column geofence_ids int[] not null default '{}',
  -- Only events with at least this speed, or of at least this duration.
  add column min_speed_kmh real,
  add column min_duration_s int,
  add column sms_numbers text[] not null default '{}';
create index alert_rules_with_duration on alert_rules (id)
  where is_active and min_duration_s is not null;
