-- Lists of a million rows: an index for each order, and functions that find what is searched.

-- Alerts by time, of a customer, of everybody, and vehicle by vehicle for who sees some depots. What
-- decides whether one is shown stands in the index, so that none is read that is not shown.
drop index alerts_by_customer;
create index alerts_by_customer on alerts (customer_id, occurred_at desc, id desc)
  include (vehicle_id, in_app);
create index alerts_by_time on alerts (occurred_at desc, id desc)
  include (customer_id, vehicle_id, in_app);
create index alerts_by_vehicle on alerts (vehicle_id, occurred_at desc, id desc)
  include (customer_id, in_app);

-- Mails in both of their orders; of one address the newest comes first either way.
drop index notification_deliveries_in_order;
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
      where v.registration ilike pattern and (sees_all or n.customer_id = customer)
      limit most);
end
$$;

-- Users in each order, forwards and backwards; and by their vehicle, for who sees some depots.
create index users_by_first_name on users (customer_id, lower(first_name), id);
create index users_by_username_of_customer on users (customer_id, lower(username));
create index users_by_email_of_customer on users (customer_id, lower(email));
create index users_by_role on users (customer_id, role, lower(first_name), id);
create index users_by_latest_sign_in on users
  (customer_id, last_sign_in_at desc nulls last, lower(first_name) desc, id desc);
drop index users_by_last_sign_in;
create index users_by_last_sign_in on users
  (customer_id, last_sign_in_at, lower(first_name), id);
create index users_by_vehicle on users (vehicle_id) where vehicle_id is not null;
-- The few that filters ask for.
create index users_inactive on users (customer_id, lower(last_name), lower(first_name), id)
  where not is_active;
create index users_archived on users (customer_id, lower(last_name), lower(first_name), id)
  where archived_at is not null;
create index users_locked on users (customer_id, locked_until) where locked_until is not null;
