-- without transaction
-- For the alerts of campaigns: the deletion of a campaign, and the lists of a customer and of a vehicle.
drop index concurrently if exists alerts_of_recall;
create index concurrently alerts_of_recall on alerts (recall_campaign_id)
  where recall_campaign_id is not null;
drop index concurrently if exists recall_alerts_by_customer;
create index concurrently recall_alerts_by_customer on alerts (customer_id, occurred_at desc, id desc)
  include (vehicle_id, severity) where recall_campaign_id is not null;
drop index concurrently if exists recall_alerts_by_vehicle;
create index concurrently recall_alerts_by_vehicle on alerts (vehicle_id, occurred_at desc, id desc)
  include (customer_id, severity) where recall_campaign_id is not null;
