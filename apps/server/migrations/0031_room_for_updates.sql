-- A trip in progress is written again every two minutes, what lasts and a visit once more at its end. With
-- room on its page the new version stays there and no index has to be written (HOT).
alter table trips set (fillfactor = 70);
alter table geofence_visits set (fillfactor = 85);
alter table fleet_events set (fillfactor = 90);
