-- A defect that takes its vehicle off the road is an alert too, once. No rule gave it and no event is behind
-- it; `in_app` stays what rules say, so that whoever has no module of defects is not shown it.
alter table alerts alter column event_code drop not null;
alter table alerts add column defect_record_id int references defect_records on delete cascade;
alter table alerts add constraint alerts_tell_of_something
  check (event_code is not null or defect_record_id is not null);
create unique index alerts_of_defect on alerts (defect_record_id) where defect_record_id is not null;

-- As those of 0027, of these few alone.
create index defect_alerts_by_customer on alerts (customer_id, occurred_at desc, id desc)
  include (vehicle_id) where defect_record_id is not null;
create index defect_alerts_by_time on alerts (occurred_at desc, id desc)
  include (customer_id, vehicle_id) where defect_record_id is not null;
create index defect_alerts_by_vehicle on alerts (vehicle_id, occurred_at desc, id desc)
  include (customer_id) where defect_record_id is not null;
