-- What was returned of an issued line. Its quantity is what stays on the vehicle.
alter table work_order_lines
  add column returned_quantity numeric(12, 3) not null default 0,
  add check (returned_quantity >= 0) not valid;
