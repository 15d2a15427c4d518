-- without transaction
-- For the lists of costs: each index contains the columns of every filter and sort, so that a list reads no row that it
-- does not show. Those of the customer are for row-level security.
drop index concurrently if exists cost_list_by_day;
create index concurrently cost_list_by_day on cost_entries (customer_id, starts_on, id)
  include (vehicle_id, category, ends_on, amount);
drop index concurrently if exists cost_list_by_amount;
create index concurrently cost_list_by_amount on cost_entries (customer_id, amount, id)
  include (vehicle_id, category, starts_on, ends_on);
drop index concurrently if exists cost_list_by_category;
create index concurrently cost_list_by_category on cost_entries (customer_id, category, starts_on, id)
  include (vehicle_id, ends_on, amount);
drop index concurrently if exists cost_list_of_vehicle;
create index concurrently cost_list_of_vehicle on cost_entries (vehicle_id, starts_on, id)
  include (customer_id, category, ends_on, amount);
-- Few costs are of several days. A period has those that began before it and last into it.
drop index concurrently if exists cost_list_of_several_days;
create index concurrently cost_list_of_several_days on cost_entries (customer_id, ends_on, starts_on, id)
  include (vehicle_id, category, amount) where ends_on > starts_on;
drop index concurrently if exists cost_entries_by_day;
drop index concurrently if exists cost_entries_by_amount;
drop index concurrently if exists cost_entries_by_category;
drop index concurrently if exists cost_entries_of_vehicle;
-- For the list of couplings.
drop index concurrently if exists coupling_list_by_start;
create index concurrently coupling_list_by_start on couplings (customer_id, coupled_at, id)
  include (vehicle_id, trailer_id, uncoupled_at, source, driver_id);
drop index concurrently if exists coupling_list_by_end;
create index concurrently coupling_list_by_end on couplings (customer_id, uncoupled_at, id)
  include (vehicle_id, trailer_id, coupled_at, source, driver_id);
drop index concurrently if exists coupling_list_by_source;
create index concurrently coupling_list_by_source on couplings (customer_id, source, coupled_at, id)
  include (vehicle_id, trailer_id, uncoupled_at, driver_id);
drop index concurrently if exists coupling_list_open;
create index concurrently coupling_list_open on couplings (customer_id, coupled_at, id)
  include (vehicle_id, trailer_id, uncoupled_at, source, driver_id) where uncoupled_at is null;
drop index concurrently if exists coupling_list_of_vehicle;
create index concurrently coupling_list_of_vehicle on couplings (vehicle_id, coupled_at, id)
  include (customer_id, trailer_id, uncoupled_at, source, driver_id);
drop index concurrently if exists coupling_list_of_trailer;
create index concurrently coupling_list_of_trailer on couplings (trailer_id, coupled_at, id)
  include (customer_id, vehicle_id, uncoupled_at, source, driver_id);
drop index concurrently if exists coupling_list_of_driver;
create index concurrently coupling_list_of_driver on couplings (driver_id, coupled_at, id)
  include (customer_id, vehicle_id, trailer_id, uncoupled_at, source) where driver_id is not null;
-- Few couplings are long. A period has those that began long before it and last into it.
drop index concurrently if exists coupling_list_of_long;
create index concurrently coupling_list_of_long on couplings (customer_id, uncoupled_at, coupled_at, id)
  include (vehicle_id, trailer_id, source, driver_id)
  where uncoupled_at - coupled_at > interval '7 days';
drop index concurrently if exists couplings_by_time;
drop index concurrently if exists couplings_by_vehicle;
drop index concurrently if exists couplings_by_trailer;
drop index concurrently if exists couplings_open;
drop index concurrently if exists couplings_by_driver;
drop index concurrently if exists couplings_by_source;
-- For the list of work orders.
drop index concurrently if exists work_order_list_by_creation;
create index concurrently work_order_list_by_creation on work_orders (customer_id, created_at, id)
  include (vehicle_id, state, place, needs_approval, closed_at, due_on, repairer, total, has_warranty);
drop index concurrently if exists work_order_list_of_state;
create index concurrently work_order_list_of_state on work_orders (customer_id, state, created_at, id)
  include (vehicle_id, place, needs_approval, closed_at, due_on, repairer, total, has_warranty);
drop index concurrently if exists work_order_list_of_state_by_total;
create index concurrently work_order_list_of_state_by_total on work_orders (customer_id, state, total, id)
  include (vehicle_id, place, needs_approval, closed_at, created_at, due_on, repairer, has_warranty);
drop index concurrently if exists work_order_list_by_due_day;
create index concurrently work_order_list_by_due_day on work_orders (customer_id, due_on, id)
  include (vehicle_id, state, place, needs_approval, closed_at, created_at, repairer, total, has_warranty);
drop index concurrently if exists work_order_list_of_repairer;
create index concurrently work_order_list_of_repairer
  on work_orders (customer_id, place, repairer, created_at, id)
  include (vehicle_id, state, needs_approval, closed_at, due_on, total, has_warranty);
drop index concurrently if exists work_order_list_by_cost;
create index concurrently work_order_list_by_cost on work_orders (customer_id, total, id)
  include (vehicle_id, state, place, needs_approval, closed_at, created_at, due_on, repairer, has_warranty);
drop index concurrently if exists work_order_list_by_vehicle;
create index concurrently work_order_list_by_vehicle on work_orders (vehicle_id, created_at, id)
  include (customer_id, state, place, needs_approval, closed_at, due_on, repairer, total, has_warranty);
drop index concurrently if exists work_orders_open_list;
create index concurrently work_orders_open_list on work_orders (customer_id, created_at, id)
  include (vehicle_id, state, place, needs_approval, due_on, repairer, total, has_warranty, closed_at)
  where closed_at is null;
drop index concurrently if exists work_orders_to_approve_list;
create index concurrently work_orders_to_approve_list on work_orders (customer_id, total, id)
  include (vehicle_id, state, place, needs_approval, closed_at, created_at, due_on, repairer, has_warranty)
  where needs_approval;
drop index concurrently if exists work_orders_with_claim;
create index concurrently work_orders_with_claim on work_orders (customer_id, created_at, id)
  include (vehicle_id, state, place, needs_approval, closed_at, due_on, repairer, total, has_warranty)
  where has_warranty;
drop index concurrently if exists work_order_list_newest;
drop index concurrently if exists work_order_list_by_state;
drop index concurrently if exists work_order_list_by_due;
drop index concurrently if exists work_order_list_by_repairer;
drop index concurrently if exists work_order_list_by_total;
drop index concurrently if exists work_order_list_of_vehicle;
drop index concurrently if exists work_orders_open;
drop index concurrently if exists work_orders_open_by_due;
drop index concurrently if exists work_orders_to_approve;
drop index concurrently if exists work_orders_with_warranty;
-- For the lists of defects and of safety inspections of some vehicles.
drop index concurrently if exists defect_list_by_vehicle;
create index concurrently defect_list_by_vehicle on defect_records (vehicle_id, reported_at, id)
  include (customer_id, severity_rank, state, due_at, repairer, cost);
drop index concurrently if exists inspection_list_by_vehicle;
create index concurrently inspection_list_by_vehicle on inspection_records (vehicle_id, inspected_at, id)
  include (customer_id, status, is_roadworthy, brake_result, tyre_result, inspector, brake_service_pct);
drop index concurrently if exists defect_list_of_vehicle;
drop index concurrently if exists inspection_list_of_vehicle;
