-- The public pages behind the codes that are stuck on vehicles.

-- 122 random bits in 22 signs: nobody guesses one.
create function new_vehicle_code() returns text
  language sql volatile
  return translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_');

-- What is printed on a vehicle. A revoked code opens nothing; a vehicle has one that does, or none.
create table vehicle_codes (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  code text not null unique default new_vehicle_code(),
  created_at timestamptz not null default now(),
  -- Null where it was made with the vehicle.
  created_by text,
  revoked_at timestamptz,
  revoked_by text
);
create unique index vehicle_codes_living on vehicle_codes (vehicle_id) where revoked_at is null;
create index vehicle_codes_by_vehicle on vehicle_codes (vehicle_id, id desc);
create index vehicle_codes_by_customer on vehicle_codes (customer_id);

insert into vehicle_codes (customer_id, vehicle_id) select customer_id, id from vehicles;

create function give_vehicle_code() returns trigger language plpgsql as $$
begin
  insert into vehicle_codes (customer_id, vehicle_id) values (new.customer_id, new.id);
  return null;
end
$$;
create trigger vehicle_gets_code after insert on vehicles
  for each row execute function give_vehicle_code();

-- A registration as a visitor writes it: in any case, with blanks or without.
create index vehicles_by_plate on vehicles (upper(replace(registration, ' ', ''))) where is_active;

do $$
declare
  t text;
begin
  foreach t in array array['vehicle_codes']
  loop
    execute format('alter table %I enable row level security', t);
    execute format(
      'create policy own_customer on %I to roadworthy_request
         using ((select request_sees_all()) or customer_id = (select request_customer()))
         with check ((select request_sees_all()) or customer_id = (select request_customer()))', t);
  end loop;
end
$$;
grant select, insert, update on vehicle_codes to roadworthy_request;
