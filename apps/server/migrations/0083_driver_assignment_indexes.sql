-- without transaction
-- For an assignment by its id, and for the list, newest first.
drop index concurrently if exists driver_assignments_by_id;
create unique index concurrently driver_assignments_by_id on driver_assignments (id);
drop index concurrently if exists driver_assignments_by_time;
create index concurrently driver_assignments_by_time
  on driver_assignments (customer_id, assigned_from desc, id desc);
