-- An id for each assignment of a driver, which a trigger on vehicles keeps. Its index follows in the next file.
create sequence driver_assignments_id_seq as int;
grant usage on sequence driver_assignments_id_seq to roadworthy_request;
alter table driver_assignments add column id int;
alter table driver_assignments alter column id set default nextval('driver_assignments_id_seq');
update driver_assignments set id = nextval('driver_assignments_id_seq') where id is null;
