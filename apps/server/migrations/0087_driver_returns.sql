-- Drivers return vehicles on their phones, without the office.
alter table driver_handovers add column is_by_driver boolean not null default false;
