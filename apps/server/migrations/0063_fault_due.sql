-- Late records: the faults of a vehicle are searched again from their time on, when the derivation of its events
-- has done the same. Appended only, so that the derivation never waits for a search.
create table fault_due (
  id bigint generated always as identity primary key,
  customer_id int not null,
  vehicle_id int not null,
  from_at timestamptz not null
);
create index fault_due_by_vehicle on fault_due (vehicle_id);
alter table fault_due enable row level security;
create policy own_customer on fault_due to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert on fault_due to roadworthy_request;

create function queue_faults_of_redo() returns trigger language plpgsql as $$
begin
  insert into fault_due (customer_id, vehicle_id, from_at)
    values (new.customer_id, new.vehicle_id, old.redo_from);
  return null;
end
$$;
create trigger derivations_queue_faults after update of redo_from on derivations
  for each row when (old.redo_from is not null and new.redo_from is null)
  execute function queue_faults_of_redo();

-- What the inspector answered to a note; a note without an answer waits for the next inspection.
alter table fault_notes add column answer text not null default '';
