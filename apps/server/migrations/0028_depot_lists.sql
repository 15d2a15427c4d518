-- Lists of a depot among a million reports: each index holds what filters, orders and searches ask for, so
-- that rows themselves are read for a page alone.

-- What a search looks through, in capitals: one text is compared much quicker than two in any case. A
-- reference number cannot be named here, as it is generated itself.
alter table vehicle_reports add column search_text text generated always as
  (upper(author) || ' ' || kind || '-' || lpad(id::text, greatest(6, length(id::text)), '0')) stored;

drop index vehicle_reports_of_depot;
create index vehicle_reports_of_depot on vehicle_reports (depot_id, kind, done_at desc, id desc)
  include (customer_id, vehicle_id, defects, odometer_m, author, search_text);
-- Those that found something are few.
create index vehicle_reports_failed on vehicle_reports (depot_id, kind, done_at desc, id desc)
  include (customer_id, vehicle_id) where defects > 0;

drop index vehicle_damages_of_depot;
create index vehicle_damages_of_depot on vehicle_damages (depot_id, reported_at desc, id desc)
  include (customer_id, vehicle_id, part, severity, fixed_at);

drop index notice_letters_of_depot;
create index notice_letters_of_depot on notice_letters (depot_id, sent_at desc, id desc)
  include (customer_id, vehicle_id, reference_number, driver, subject);
