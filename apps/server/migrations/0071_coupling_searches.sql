-- Searches of past records for identifiers of trailers that were entered later.
alter table coupling_due add column is_search boolean not null default false;
create index coupling_due_searches on coupling_due (customer_id, vehicle_id) where is_search;
