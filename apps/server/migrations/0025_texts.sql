-- Texts that a customer says in words of its own (R-030, issue of people and permissions, languages): of
-- the interface, and of mails and documents. A text without a row here is the product's.
create table customer_texts (
  customer_id int not null references customers on delete cascade,
  place text not null check (place in ('interface', 'documents')),
  language text not null check (language in ('en', 'pt')),
  key text not null,
  text text not null check (text <> ''),
  changed_at timestamptz not null default now(),
  -- The name as it was then; the audit log says who it is.
  changed_by text not null,
  primary key (customer_id, place, language, key)
);

alter table customer_texts enable row level security;
create policy own_customer on customer_texts to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on customer_texts to roadworthy_request;

-- A mail that came back, or that the receiver's server refused for good (L-12).
alter table notification_deliveries drop constraint notification_deliveries_state_check;
alter table notification_deliveries add constraint notification_deliveries_state_check
  check (state in ('waiting', 'sent', 'failed', 'bounced'));
-- How the last mail to an address ended.
create index notification_deliveries_of_email on notification_deliveries (notification_email_id, id desc);
