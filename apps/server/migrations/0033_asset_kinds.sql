-- Trailers and other assets are vehicles (decision 44). The kind refines the type, which stays as specified.
alter table vehicles
  -- Null for the kind that follows from the type: car, van, rigid or motorcycle.
  add column kind text check (kind in
    ('car', 'van', 'motorcycle', 'rigid', 'tractor', 'bus', 'drawbar_trailer', 'semi_trailer',
      'tail_lift', 'plant')),
  add column axles smallint check (axles between 1 and 12),
  -- Plated weights in kilograms, of each axle from the front.
  add column axle_weights_kg int[],
  add column gross_weight_kg int check (gross_weight_kg > 0),
  add column train_weight_kg int check (train_weight_kg > 0),
  -- The number that the operator or the DVSA (Ministry number) gave to a trailer.
  add column trailer_number text,
  -- The owner named on the plate, if it is not the customer.
  add column owner text;
create index vehicles_by_kind on vehicles (customer_id, is_active, kind, registration, id)
  where kind is not null;

-- Trailers, tail lifts and plant have no vehicle unit, whatever their type.
create or replace function keep_vehicle_download(vehicle int) returns void language plpgsql as $$
declare
  newest date := (select max(coalesce(last_day, (received_at at time zone 'UTC')::date))
    from tachograph_files where vehicle_id = vehicle and kind = 'vehicle_unit');
begin
  insert into tachograph_downloads (customer_id, vehicle_id, last_day, due_on, is_current)
    select customer_id, id, newest, tachograph_due_on(customer_id, false, newest),
      is_active and archived_at is null and (has_unit or newest is not null)
    from (select *, type = 'STR' and (kind is null or kind not in
        ('drawbar_trailer', 'semi_trailer', 'tail_lift', 'plant')) as has_unit from vehicles) v
    where id = vehicle and (has_unit or newest is not null
      or exists (select from tachograph_downloads where vehicle_id = vehicle))
  on conflict (vehicle_id) do update set last_day = excluded.last_day, due_on = excluded.due_on,
    is_current = excluded.is_current;
end
$$;
create trigger vehicles_keep_download_of_kind after update of kind on vehicles
  for each row execute function keep_downloads();
