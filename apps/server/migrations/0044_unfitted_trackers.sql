-- Trackers that are on no vehicle, in every order of their list: who sees some depots sees these and the few
-- on the vehicles of the depots, and would pass those of all other depots in the order of all trackers.
drop index trackers_on_no_vehicle;
create index trackers_unfitted_by_number on trackers (customer_id, number, id) where vehicle_id is null;
create index trackers_unfitted_by_model on trackers (customer_id, model, id) where vehicle_id is null;
create index trackers_unfitted_by_protocol on trackers (customer_id, protocol, id) where vehicle_id is null;
create index trackers_unfitted_by_last_seen on trackers (customer_id, last_seen_hour)
  where vehicle_id is null;
