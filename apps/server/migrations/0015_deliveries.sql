-- Mails and webhooks that wait to be sent, and their results. They replace the queues of alerts and
-- notifications.
create table deliveries (
  id bigint generated always as identity primary key,
  -- Null for mails about accounts, which no request may read.
  customer_id int references customers on delete cascade,
  channel text not null check (channel in ('email', 'webhook')),
  -- Deliveries wait only behind others of their queue.
  queue text not null default 'email'
    check (queue in ('security', 'email', 'webhook', 'documents')),
  -- Names the code that composes the message.
  kind text not null,
  -- Addresses separated by commas, or a URL.
  target text not null,
  -- Identifies event and recipient if the event can be handled again.
  delivery_key text,
  -- Data for the kind; null once the delivery has ended.
  content jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'bounced')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  -- Why the last attempt failed.
  failure text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- For the list of an alert's deliveries.
  alert_id bigint references alerts on delete cascade,
  -- For the list of notification e-mails; record_id is null for a digest and a test.
  notification_email_id int references notification_emails on delete set null,
  notification_type text,
  vehicle_id int references vehicles on delete cascade,
  record_kind text
    check (record_kind in ('defect', 'driver_check', 'vehicle_report', 'digest', 'test')),
  record_id int
);

insert into deliveries (id, customer_id, channel, kind, target, delivery_key, state, attempts,
  next_attempt_at, failure, created_at, ended_at, notification_email_id, notification_type,
  vehicle_id, record_kind, record_id)
overriding system value
select id, customer_id, 'email', 'record', email,
  'record:' || notification_email_id || ':' || record_kind || ':' || record_id, state, attempts,
  next_attempt_at, failure, created_at, ended_at, notification_email_id, notification_type,
  vehicle_id, record_kind, record_id
from notification_deliveries;
-- A header of sent mails contains the id, so that these keep theirs.
select setval(pg_get_serial_sequence('deliveries', 'id'),
  coalesce((select max(id) from deliveries), 0) + 1, false);

insert into deliveries (customer_id, channel, queue, kind, target, delivery_key, state, attempts,
  last_attempt_at, failure, created_at, ended_at, alert_id)
select d.customer_id, d.channel, d.channel, 'alert', d.target,
  'alert:' || d.alert_id || ':' || d.channel || ':' || d.target, d.state, d.attempts,
  d.last_attempt_at, d.detail, a.created_at,
  case when d.state <> 'waiting' then coalesce(d.last_attempt_at, a.created_at) end, d.alert_id
from alert_deliveries d join alerts a on a.id = d.alert_id
order by d.id;

-- Mails and reports that waited in the job queue, which a new database does not have yet.
do $$
begin
  if to_regclass('pgboss.job') is null then
    return;
  end if;
  insert into deliveries (channel, kind, target, content, created_at)
  select 'email', 'message', data ->> 'to', data, created_on from pgboss.job
  where name = 'mail' and state in ('created', 'retry', 'active') order by created_on;
  update report_schedules s set next_run_at = least(s.next_run_at, j.due_at)
  from (select (data ->> 'scheduleId')::int as id,
      min(to_timestamp((data ->> 'dueMs')::float8 / 1000)) as due_at
    from pgboss.job where name = 'report-run' and state in ('created', 'retry', 'active')
    group by 1) j
  where j.id = s.id and s.is_active;
  delete from pgboss.schedule where name in ('alert-forgotten-deliveries', 'notification-emails');
  delete from pgboss.job where name in ('mail', 'report-run', 'alert-delivery',
    'alert-forgotten-deliveries', 'notification-emails');
end
$$;

create unique index deliveries_once on deliveries (delivery_key);
create index deliveries_waiting on deliveries (queue, next_attempt_at, id)
  where state = 'waiting';
create index deliveries_of_alert on deliveries (alert_id, id) where alert_id is not null;
-- For the job that deletes ended deliveries which no list shows.
create index deliveries_ended on deliveries (ended_at)
  where alert_id is null and notification_type is null and state <> 'waiting';
-- For the result of the last mail to an address.
create index deliveries_of_email on deliveries (notification_email_id, id desc)
  where notification_email_id is not null;
-- One index for each sort and filter of the list of notification e-mails.
create index deliveries_in_order on deliveries
  (customer_id, created_at desc, id desc) include (vehicle_id) where notification_type is not null;
create index deliveries_by_vehicle on deliveries
  (vehicle_id, created_at desc, id desc) where vehicle_id is not null;
create index deliveries_by_state on deliveries
  (customer_id, state, created_at desc, id desc) include (vehicle_id)
  where notification_type is not null;
create index deliveries_by_type on deliveries
  (customer_id, notification_type, created_at desc, id desc) include (vehicle_id)
  where notification_type is not null;
create index deliveries_by_target on deliveries
  (customer_id, lower(target), created_at desc, id desc) where notification_type is not null;
create index deliveries_by_target_down on deliveries
  (customer_id, lower(target) desc, created_at desc, id desc)
  where notification_type is not null;
create index deliveries_by_search on deliveries using gin (target gin_trgm_ops)
  where notification_type is not null;
alter table deliveries enable row level security;
create policy own_customer on deliveries to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on deliveries to roadworthy_request;

create function deliveries_found(pattern text, most int)
  returns setof bigint language plpgsql stable security definer
  set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := request_sees_all();
  customer int := request_customer();
begin
  return query
    (select n.id from deliveries n
      where n.target ilike pattern and n.notification_type is not null
        and (sees_all or n.customer_id = customer)
      limit most)
    union
    (select n.id from vehicles v join deliveries n on n.vehicle_id = v.id
      where v.search_text like upper(pattern) and v.registration ilike pattern
        and n.notification_type is not null and (sees_all or n.customer_id = customer)
      limit most);
end
$$;

-- Queues the mails in the transaction of the record.
create or replace function queue_notifications() returns trigger language plpgsql
  security definer set search_path = public as $$
begin
  insert into deliveries (customer_id, channel, kind, target, delivery_key, notification_email_id,
    notification_type, vehicle_id, record_kind, record_id)
  select n.customer_id, 'email', 'record', n.email,
    'record:' || n.id || ':' || tg_argv[1] || ':' || new.id, n.id,
    n.notification_type, new.vehicle_id, tg_argv[1], new.id
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

drop function notification_deliveries_found(text, int);
drop table notification_deliveries, alert_deliveries;
