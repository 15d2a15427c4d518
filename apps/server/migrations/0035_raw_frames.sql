-- The last frames of each device as bytes, for support: bounded per tracker and by days.
create table raw_frames (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  tracker_id int not null references trackers on delete cascade,
  -- The vehicle that the device was on when the frame came.
  vehicle_id int not null references vehicles on delete cascade,
  protocol text not null,
  -- The protocol's own name for the kind of message.
  kind text not null,
  -- False where bytes of the frame have no known meaning.
  understood boolean not null,
  -- Minutes that the device's clock was taken to be ahead of UTC.
  offset_min int not null,
  received_at timestamptz not null,
  content bytea not null
);
create index raw_frames_by_tracker on raw_frames (tracker_id, understood, received_at desc, id desc);
create index raw_frames_by_received on raw_frames (received_at);
create index raw_frames_by_vehicle on raw_frames (vehicle_id);
create index raw_frames_not_understood on raw_frames (customer_id, received_at desc, id desc)
  where not understood;

alter table raw_frames enable row level security;
create policy own_customer on raw_frames to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on raw_frames to roadworthy_request;
