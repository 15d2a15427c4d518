-- Reviews of events. Derivation can delete an event and write it again, so a review refers to its
-- event by the unique key of the event, not by its id. An event without a row here is new.
create table event_reviews (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  event_code smallint not null,
  occurred_at timestamptz not null,
  -- 0 without a geofence, as in fleet_events.
  geofence_key int not null,
  state text not null check (state in ('new', 'reviewed', 'coached', 'dismissed')),
  dismissal_reason text
    check (dismissal_reason in ('false_alarm', 'duplicate', 'acceptable', 'other')),
  assignee_id int references users on delete set null,
  due_on date,
  version int not null default 1,
  changed_by int references users on delete set null,
  changed_at timestamptz not null default now(),
  check ((state = 'dismissed') = (dismissal_reason is not null)),
  unique (vehicle_id, occurred_at, event_code, geofence_key)
);
create index event_reviews_by_customer on event_reviews (customer_id, occurred_at);
create index event_reviews_by_assignee on event_reviews (assignee_id) where assignee_id is not null;
create index event_reviews_by_changer on event_reviews (changed_by) where changed_by is not null;
alter table event_reviews enable row level security;
create policy own_customer on event_reviews to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on event_reviews to roadworthy_request;

create table event_review_notes (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  review_id bigint not null references event_reviews on delete cascade,
  author_id int references users on delete set null,
  text text not null,
  created_at timestamptz not null default now()
);
create index event_review_notes_by_review on event_review_notes (review_id, id);
create index event_review_notes_by_author on event_review_notes (author_id)
  where author_id is not null;
alter table event_review_notes enable row level security;
create policy own_customer on event_review_notes to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on event_review_notes to roadworthy_request;
