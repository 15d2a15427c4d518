-- Tachograph files that arrive by mail. A message is recognised by its digest, so that it is stored and answered
-- once. `not valid`: no row before came by mail.
alter table tachograph_files drop constraint tachograph_files_source_check;
alter table tachograph_files add constraint tachograph_files_source_check
  check (source in ('upload', 'folder', 'mail')) not valid;

create table tachograph_mails (
  customer_id int not null references customers on delete cascade,
  -- SHA-256 of the message.
  digest bytea not null,
  sender text not null,
  outcome text not null check (outcome in ('processed', 'failed')),
  -- Attachments by what became of them.
  stored smallint not null,
  repeated smallint not null,
  rejected smallint not null,
  taken_at timestamptz not null default now(),
  primary key (customer_id, digest)
);
create index tachograph_mails_by_time on tachograph_mails (taken_at);
alter table tachograph_mails enable row level security;
create policy own_customer on tachograph_mails to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
