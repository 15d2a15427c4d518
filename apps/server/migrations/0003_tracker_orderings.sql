-- The orderings of the list of trackers (requirement R-P07). Not last_seen_at: it is written every
-- few seconds, and an index would make each write dearer than the sorting it saves.
create index trackers_by_model on trackers (customer_id, model, id);
create index trackers_by_protocol on trackers (customer_id, protocol, id);
