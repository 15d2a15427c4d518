-- The audit log, and what accounts gained: second factors, passkeys, tokens, privacy.

-- Append-only: one chain of entries a customer (0 for what belongs to none). The hash of an entry
-- covers the hash before it, so that nothing can be changed, left out or put in unnoticed. It covers
-- the content by its salted digest alone: erasing personal data blanks the content and leaves the
-- chain whole. No foreign keys: entries outlive what they speak of.
create table audit_entries (
  id bigint generated always as identity primary key,
  customer_id int,
  chain int not null generated always as (coalesce(customer_id, 0)) stored,
  position bigint not null,
  at timestamptz not null,
  actor_id int,
  action text not null check (action in ('created', 'changed', 'archived', 'restored', 'removed',
    'viewed', 'exported', 'erased')),
  subject_kind text not null,
  subject_id text not null,
  -- The content; all null once it is erased.
  actor_name text,
  subject_name text,
  before jsonb,
  after jsonb,
  salt bytea,
  content_digest bytea not null,
  hash bytea not null,
  unique (chain, position)
);
create index audit_entries_by_time on audit_entries (at desc, id desc);
create index audit_entries_by_customer on audit_entries (customer_id, at desc, id desc);
create index audit_entries_by_subject on audit_entries (subject_kind, subject_id, at desc);
create index audit_entries_by_actor on audit_entries (actor_id, at desc);
create index audit_entries_by_action on audit_entries (customer_id, action, at desc);

-- Not even the owner changes an entry: only its content can be blanked, and only as a whole.
create function audit_entries_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.position, new.at, new.action, new.subject_kind, new.subject_id,
        new.content_digest, new.hash)
      = (old.id, old.position, old.at, old.action, old.subject_kind, old.subject_id,
        old.content_digest, old.hash)
    and new.customer_id is not distinct from old.customer_id
    and new.actor_id is not distinct from old.actor_id
    and num_nonnulls(new.actor_name, new.subject_name, new.before, new.after, new.salt) = 0
  then
    return new;
  end if;
  raise exception 'Entries of the audit log are never changed.';
end
$$;
create trigger audit_entries_stay before update or delete on audit_entries
  for each row execute function audit_entries_stay();
create trigger audit_entries_stay_whole before truncate on audit_entries
  for each statement execute function audit_entries_stay();

alter table audit_entries enable row level security;
create policy own_customer on audit_entries to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert on audit_entries to roadworthy_request;
