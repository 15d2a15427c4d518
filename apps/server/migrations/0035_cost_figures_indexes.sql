-- without transaction
-- For the cost figures: repairs and completed work orders of some months.
drop index concurrently if exists defect_records_by_repair;
create index concurrently defect_records_by_repair
  on defect_records (customer_id, repaired_at) include (vehicle_id, cost)
  where repaired_at is not null;
drop index concurrently if exists work_orders_by_completion;
create index concurrently work_orders_by_completion
  on work_orders (customer_id, completed_at) include (vehicle_id, total, recovered)
  where completed_at is not null;
