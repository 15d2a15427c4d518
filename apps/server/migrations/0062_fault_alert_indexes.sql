-- without transaction
-- For the alerts of faults: one for each fault, and the lists of a customer and of a vehicle.
drop index concurrently if exists alerts_of_fault;
create unique index concurrently alerts_of_fault on alerts (fault_id) where fault_id is not null;
drop index concurrently if exists fault_alerts_by_customer;
create index concurrently fault_alerts_by_customer on alerts (customer_id, occurred_at desc, id desc)
  include (vehicle_id, severity) where fault_id is not null;
drop index concurrently if exists fault_alerts_by_vehicle;
create index concurrently fault_alerts_by_vehicle on alerts (vehicle_id, occurred_at desc, id desc)
  include (customer_id, severity) where fault_id is not null;
