-- without transaction
-- For the lists of work orders of a range of creation by their due day. Few orders are due before they were created, or more than 90
-- days later.
drop index concurrently if exists work_order_list_due_before;
create index concurrently work_order_list_due_before on work_orders (customer_id, due_on, id)
  include (vehicle_id, state, place, needs_approval, closed_at, created_at, repairer, total, has_warranty)
  where due_on < (created_at at time zone 'UTC')::date;
drop index concurrently if exists work_order_list_due_late;
create index concurrently work_order_list_due_late on work_orders (customer_id, due_on, id)
  include (vehicle_id, state, place, needs_approval, closed_at, created_at, repairer, total, has_warranty)
  where due_on > (created_at at time zone 'UTC')::date + 90;
-- For orders of a state by repairer and by vehicle. Nearly all orders are invoiced.
drop index concurrently if exists work_order_list_of_rare_state_by_repairer;
create index concurrently work_order_list_of_rare_state_by_repairer
  on work_orders (customer_id, state, place, repairer, created_at, id)
  include (vehicle_id, needs_approval, closed_at, due_on, total, has_warranty) where state <> 'invoiced';
drop index concurrently if exists work_order_list_of_rare_state_by_vehicle;
create index concurrently work_order_list_of_rare_state_by_vehicle on work_orders (vehicle_id, state, created_at, id)
  include (customer_id, place, needs_approval, closed_at, due_on, repairer, total, has_warranty)
  where state <> 'invoiced';
