-- Regions and depots are both vehicle groups of the HTTP interface: one id names one of them. Regions
-- draw from the sequence of depots from now on, and those whose id a depot has get a new one. Depots keep
-- theirs: far more refers to them.
alter table depots drop constraint depots_region_id_fkey,
  add constraint depots_region_id_fkey foreign key (region_id) references regions
    on update cascade on delete set null;
alter table user_regions drop constraint user_regions_region_id_fkey,
  add constraint user_regions_region_id_fkey foreign key (region_id) references regions
    on update cascade on delete cascade;

alter table regions alter column id drop identity;
select setval(pg_get_serial_sequence('depots', 'id'), greatest(
  (select coalesce(max(id), 0) from depots), (select coalesce(max(id), 0) from regions)) + 1, false);
alter table regions alter column id set default nextval(pg_get_serial_sequence('depots', 'id'));
do $$
begin
  execute format('grant usage on sequence %s to roadworthy_request',
    pg_get_serial_sequence('depots', 'id'));
end $$;
update regions set id = default where id in (select id from depots);

-- The interface names the repairer of a VOR entry by id. Entries keep the name that was written; the id
-- follows it, and a name that is no repairer of the customer yet becomes one.
alter table vor_entries add column repairer_id int references repairers on delete set null;
create index vor_entries_repairer_id on vor_entries (repairer_id) where repairer_id is not null;

create function vor_repairer() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if new.repairer is null then
    new.repairer_id := null;
    return new;
  end if;
  insert into repairers (customer_id, name) values (new.customer_id, new.repairer)
    on conflict (customer_id, lower(name)) where archived_at is null do nothing;
  new.repairer_id := (select id from repairers where customer_id = new.customer_id
    and lower(name) = lower(new.repairer) and archived_at is null);
  return new;
end $$;
revoke execute on function vor_repairer() from public;
create trigger vor_entries_repairer before insert or update of repairer on vor_entries
  for each row execute function vor_repairer();

update vor_entries set repairer = repairer where repairer is not null;
