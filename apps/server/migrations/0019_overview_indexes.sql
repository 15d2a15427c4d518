-- The page of a driver lists the checks of the driver, newest first. The index of 0009 had no sort.
drop index vehicle_reports_by_driver;
create index vehicle_reports_by_driver on vehicle_reports (driver_id, done_at desc, id desc)
  where driver_id is not null;
