-- How often a message was sent to its device: one that is never answered is not sent for ever.
alter table vehicle_messages add column attempts smallint not null default 0;
alter table vehicle_messages drop constraint vehicle_messages_failure_check;
alter table vehicle_messages add constraint vehicle_messages_failure_check
  check (failure in ('no_tracker', 'not_supported', 'refused'));
