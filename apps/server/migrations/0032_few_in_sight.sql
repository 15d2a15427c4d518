-- Who sees the few vehicles of some depots has what belongs to them looked up first.

-- Who has driven a vehicle: each driver of its trips is met once, whatever their number.
create index trips_by_vehicle_and_driver on trips (vehicle_id, driver_id) where driver_id is not null;

-- Trackers that are on no vehicle.
create index trackers_on_no_vehicle on trackers (customer_id) where vehicle_id is null;
