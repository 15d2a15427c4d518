-- without transaction
-- For the number of deliveries that were given up recently, which the system health shows.
drop index concurrently if exists deliveries_failed;
create index concurrently deliveries_failed on deliveries (ended_at) where state = 'failed';
