-- A notice to a person: one notification for each browser that the person has subscribed. The function lets people
-- notify others whose browsers they may not read, in the name of a customer that they may see.
create function enqueue_push_notice(to_customer int, to_user int, notice jsonb) returns void
  language sql volatile security definer set search_path = pg_catalog, public as $$
  insert into deliveries (customer_id, user_id, channel, queue, kind, target, content)
  select to_customer, to_user, 'push', 'push', 'notice', substring(s.endpoint from '^[a-z]+://[^/]+'),
    notice || jsonb_build_object('subscriptionId', s.id)
  from push_subscriptions s join users u on u.id = s.user_id
  where s.user_id = to_user and u.is_active
    and (request_sees_all() or to_customer = request_customer())
    and (u.customer_id = to_customer or u.is_global_admin)
    and exists (select from sign_on_artifacts g
      where g.model = 'Grant' and g.id = s.grant_id and (g.expires_at is null or g.expires_at > now()))
$$;
revoke execute on function enqueue_push_notice(int, int, jsonb) from public;
grant execute on function enqueue_push_notice(int, int, jsonb) to roadworthy_request;
