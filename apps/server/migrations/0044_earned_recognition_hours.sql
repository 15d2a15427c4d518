-- Limits of the figures of drivers' hours.
alter table earned_recognition_limits drop constraint earned_recognition_limits_measure_check;
alter table earned_recognition_limits add constraint earned_recognition_limits_measure_check
  check (measure in ('M1', 'M2', 'M3', 'M4', 'M5', 'H1', 'H2', 'H3', 'H4', 'H5'));
insert into earned_recognition_limits (customer_id, measure, target_pct, trigger_pct) values
  (null, 'H1', 96, 90), (null, 'H2', 100, 99), (null, 'H3', 100, 96), (null, 'H4', 100, 97),
  (null, 'H5', 100, 95);
