-- The distance of a trailer is that of its vehicles: a coupling that changes asks for another calculation.
create function recalculate_trailer() returns trigger language plpgsql security definer
  set search_path = public as $$
begin
  update vehicle_service_plans set calculated_at = null, use_calculated_at = null
    where vehicle_id in (old.trailer_id, new.trailer_id) and calculated_at is not null;
  return null;
end $$;
create trigger couplings_recalculate after insert or update or delete on couplings
  for each row execute function recalculate_trailer();
