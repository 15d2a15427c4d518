-- People are notified by alerts of the vehicles that a campaign newly hits, and before its due day. One alert is
-- about the vehicles with the same depots, so that whoever sees its vehicle sees all of them. `not valid`: no
-- row before has a campaign, and checking them all would lock the table.
alter table alerts add column recall_campaign_id int;
-- How many vehicles the alert is about.
alter table alerts add column recall_vehicles int;
-- Null for vehicles that are newly hit.
alter table alerts add column recall_due_on date;
alter table alerts add constraint alerts_recall_campaign_id_fkey
  foreign key (recall_campaign_id) references recall_campaigns on delete cascade not valid;
alter table alerts drop constraint alerts_tell_of_something;
alter table alerts add constraint alerts_tell_of_something
  check (event_code is not null or defect_record_id is not null or fault_id is not null
    or recall_campaign_id is not null) not valid;

-- The last number of days before this due day of which people were notified; a new due day starts anew.
alter table recall_campaigns add column reminded_days int;
