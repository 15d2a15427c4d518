-- without transaction
-- The end of each assignment, which a trigger keeps; null while it lasts. Its length in days is rounded up to a power of
-- two, so that those that last into a day are found among those that began so many days before; null for more than
-- 1,024 days.
alter table driver_assignments add column if not exists assigned_until timestamptz,
  add column if not exists span_days int;
-- In functions, no line ends with a semicolon, because statements of this file end at one.
create or replace function assignment_span_days(assigned_from timestamptz, assigned_until timestamptz) returns int
language sql stable as $$ select min(d) from unnest('{1,2,4,8,16,32,64,128,256,512,1024}'::int[]) d
  where assigned_until <= assigned_from + make_interval(hours => 24 * d) $$;
create or replace function keep_driver_assignment_ends() returns trigger language plpgsql as $$ begin
  update driver_assignments a set assigned_until = n.assigned_until,
      span_days = assignment_span_days(n.assigned_from, n.assigned_until)
    from (select vehicle_id, assigned_from,
        lead(assigned_from) over (partition by vehicle_id order by assigned_from) as assigned_until
      from driver_assignments where vehicle_id in (new.vehicle_id, old.vehicle_id)) n
    where a.vehicle_id = n.vehicle_id and a.assigned_from = n.assigned_from
      and (a.assigned_until, a.span_days)
        is distinct from (n.assigned_until, assignment_span_days(n.assigned_from, n.assigned_until)); return null; end $$;
create or replace trigger driver_assignments_keep_ends
  after insert or delete or update of vehicle_id, assigned_from on driver_assignments
  for each row execute function keep_driver_assignment_ends();
update driver_assignments a set assigned_until = n.assigned_until,
    span_days = assignment_span_days(n.assigned_from, n.assigned_until)
  from (select vehicle_id, assigned_from,
      lead(assigned_from) over (partition by vehicle_id order by assigned_from) as assigned_until
    from driver_assignments) n
  where a.vehicle_id = n.vehicle_id and a.assigned_from = n.assigned_from and n.assigned_until is not null;
-- The list by time, of those that last, and of those of a length. Times without a driver are no assignments.
drop index concurrently if exists driver_assignment_list_by_time;
create index concurrently driver_assignment_list_by_time
  on driver_assignments (customer_id, assigned_from, id)
  include (vehicle_id, driver_id, assigned_until) where driver_id is not null;
drop index concurrently if exists driver_assignment_list_of_current;
create index concurrently driver_assignment_list_of_current
  on driver_assignments (customer_id, assigned_from, id)
  include (vehicle_id, driver_id, assigned_until) where driver_id is not null and assigned_until is null;
drop index concurrently if exists driver_assignment_list_by_span;
create index concurrently driver_assignment_list_by_span
  on driver_assignments (customer_id, span_days, assigned_from, id)
  include (vehicle_id, driver_id, assigned_until) where driver_id is not null;
-- The lists of a vehicle and of a driver.
drop index concurrently if exists driver_assignment_list_by_vehicle;
create index concurrently driver_assignment_list_by_vehicle
  on driver_assignments (vehicle_id, assigned_from, id) include (customer_id, driver_id, assigned_until);
drop index concurrently if exists driver_assignment_list_by_driver;
create index concurrently driver_assignment_list_by_driver
  on driver_assignments (driver_id, assigned_from, id) include (customer_id, vehicle_id, assigned_until);
drop index concurrently if exists driver_assignments_by_driver;
drop index concurrently if exists driver_assignments_by_time;
