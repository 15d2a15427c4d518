-- without transaction
-- The day (UTC) of the digest with an infringement; null while none had it. Those from before this file are in none.
alter table hours_infringements add column if not exists notified_on date default '-infinity';
alter table hours_infringements alter column notified_on set default null;
drop index concurrently if exists hours_infringements_by_digest;
create index concurrently hours_infringements_by_digest on hours_infringements (customer_id, notified_on);
-- Jobs notify too. They have no customer of a request, and not the role of requests, which may only notify people of
-- its own customer.
create or replace function enqueue_push_notice(to_customer int, to_user int, notice jsonb) returns void
  language sql volatile security definer set search_path = pg_catalog, public as $$
  insert into deliveries (customer_id, user_id, channel, queue, kind, target, content)
  select to_customer, to_user, 'push', 'push', 'notice', substring(s.endpoint from '^[a-z]+://[^/]+'),
    notice || jsonb_build_object('subscriptionId', s.id)
  from push_subscriptions s join users u on u.id = s.user_id
  where s.user_id = to_user and u.is_active
    and (current_setting('role') <> 'roadworthy_request' or request_sees_all()
      or to_customer = request_customer())
    and (u.customer_id = to_customer or u.is_global_admin)
    and exists (select from sign_on_artifacts g
      where g.model = 'Grant' and g.id = s.grant_id and (g.expires_at is null or g.expires_at > now())) $$;
