-- Recovery codes have 137 bits now. Those of 49 bits keep working; their people are asked to renew them.
alter table recovery_codes add column is_short boolean not null default false;
update recovery_codes set is_short = true;
