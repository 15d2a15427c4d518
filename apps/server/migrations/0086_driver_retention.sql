-- Messages to drivers and hand-overs have a retention period.
alter table retention_settings drop constraint retention_settings_kind_check;
alter table retention_settings add constraint retention_settings_kind_check
  check (kind in ('positions', 'journeys', 'accidents', 'tachograph', 'driver_documents',
    'onboardings', 'driver_messages', 'driver_handovers')) not valid;
