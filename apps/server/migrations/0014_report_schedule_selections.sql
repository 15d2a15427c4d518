-- Several vehicles and depots of a scheduled report, whose vehicles it has together. The ids stay when a
-- vehicle or depot is deleted: without them the schedule would report all vehicles.
alter table report_schedules
  add column vehicle_ids int[] not null default '{}',
  add column depot_ids int[] not null default '{}',
  add column has_stops boolean not null default false;
