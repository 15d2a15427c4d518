-- Protocols are listed once, in `DEVICE_PROTOCOLS` of packages/domain, and checked by the contract.
-- A new one needs no migration.
alter table trackers drop constraint trackers_protocol_check;
alter table trackers add constraint trackers_protocol_check check (protocol ~ '^[a-z0-9_]{1,20}$');
