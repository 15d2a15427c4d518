-- Visits that last, and those of more than a month, are found apart from the others, so that "who was
-- inside between two moments" reads no more than the month before them.
create index geofence_visits_long on geofence_visits (customer_id, entered_at)
  where left_at is null or left_at - entered_at > interval '31 days';
