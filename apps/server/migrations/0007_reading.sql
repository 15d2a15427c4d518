-- The reading calls of telematics. Events of a few types are looked for over a whole fleet and a
-- month: each type is then a stream in the order of time, of which only the page is read.
create index fleet_events_by_type on fleet_events (customer_id, event_code, occurred_at desc, id desc);
