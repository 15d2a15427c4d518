-- Driving that a person enters by hand, or removes, changes what is unaccounted in the vehicles of that
-- time.
create function queue_unaccounted_entry() returns trigger language plpgsql as $$
declare
  entry driver_activities := case when tg_op = 'DELETE' then old else new end;
begin
  insert into unaccounted_due (customer_id, vehicle_id, from_at, to_at)
    select distinct t.customer_id, t.vehicle_id, entry.started_at, entry.ended_at
    from trips t join tachograph_downloads d on d.vehicle_id = t.vehicle_id
      and d.is_current and d.exempt_at is null
    where t.driver_id = entry.driver_id and t.started_at > entry.started_at - interval '7 days'
      and t.started_at < entry.ended_at and t.ended_at > entry.started_at;
  return null;
end
$$;
create trigger driver_activities_queue_entered after insert on driver_activities
  for each row when (new.source = 'manual') execute function queue_unaccounted_entry();
create trigger driver_activities_queue_removed after delete on driver_activities
  for each row when (old.source = 'manual') execute function queue_unaccounted_entry();
