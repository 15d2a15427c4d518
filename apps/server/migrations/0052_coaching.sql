-- Coaching of drivers. Events are named by their reviews, which survive when events are derived again.
create table coaching_marks (
  review_id bigint primary key references event_reviews on delete cascade,
  customer_id int not null references customers on delete cascade,
  marked_by int references users on delete set null,
  marked_at timestamptz not null default now()
);
create index coaching_marks_by_customer on coaching_marks (customer_id);
create index coaching_marks_by_author on coaching_marks (marked_by) where marked_by is not null;
alter table coaching_marks enable row level security;
create policy own_customer on coaching_marks to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on coaching_marks to roadworthy_request;

create table coaching_sessions (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  driver_id int not null references drivers on delete cascade,
  coach_id int references users on delete set null,
  state text not null default 'planned'
    check (state in ('planned', 'held', 'acknowledged', 'closed')),
  planned_on date not null,
  follow_up_on date,
  note text not null default '',
  -- Agreed actions, each with a text, a due date and whether it is done.
  actions jsonb not null default '[]',
  driver_comment text not null default '',
  -- The name under which the driver signed.
  signed_by text,
  held_at timestamptz,
  acknowledged_at timestamptz,
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now()
);
create index coaching_sessions_by_customer on coaching_sessions (customer_id, planned_on desc, id);
create index coaching_sessions_by_driver on coaching_sessions (driver_id, planned_on desc);
create index coaching_sessions_by_coach on coaching_sessions (coach_id) where coach_id is not null;
create index coaching_sessions_open on coaching_sessions (customer_id) where state <> 'closed';
alter table coaching_sessions enable row level security;
create policy own_customer on coaching_sessions to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on coaching_sessions to roadworthy_request;

-- The events of sessions. An event is in one session.
create table coaching_session_events (
  review_id bigint primary key references event_reviews on delete cascade,
  session_id int not null references coaching_sessions on delete cascade,
  customer_id int not null references customers on delete cascade
);
create index coaching_session_events_by_session on coaching_session_events (session_id);
create index coaching_session_events_by_customer on coaching_session_events (customer_id);
alter table coaching_session_events enable row level security;
create policy own_customer on coaching_session_events to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on coaching_session_events to roadworthy_request;
