-- The odometer of a hand-over is a reading of the vehicle. It is compared with the last reading when it is recorded.
alter table driver_handovers add column vehicle_id int references vehicles on delete cascade;
update driver_handovers h set vehicle_id = a.vehicle_id
  from driver_assignments a where a.id = h.assignment_id;
alter table driver_handovers alter column vehicle_id set not null;
alter table driver_handovers add column odometer_finding text
  check (odometer_finding in ('lower', 'higher'));
-- The reading with which it was compared.
alter table driver_handovers add column last_odometer_m double precision;
create index driver_handovers_by_vehicle on driver_handovers (vehicle_id, happened_at desc, id desc);
