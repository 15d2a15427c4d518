-- The day of the purchase, as a person enters it: a tyre may be added long after.
alter table tyres add column bought_on date;
create index tyres_by_purchase on tyres (customer_id, bought_on) where bought_on is not null;

-- The depot of the vehicle when the tyre was fitted; null for fittings from before it was kept. Reports use the depots
-- of the vehicle today for those.
alter table tyre_fittings add column depot_id int references depots on delete set null;
create index tyre_fittings_by_depot on tyre_fittings (depot_id) where depot_id is not null;
