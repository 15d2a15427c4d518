-- Records that were kept apart for their time are looked for once that time has come.
create index clock_fault_records_by_time on clock_fault_records (device_time);
