-- Video: cameras, requests and clips, live sessions, shares, the viewing log, rules and settings.

create table cameras (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  tracker_id int not null references trackers on delete cascade,
  channel smallint not null check (channel between 1 and 32),
  name text not null,
  source text not null check (source in ('jt1078', 'rtsp', 'upload')),
  -- Address of an RTSP camera. It may contain a password, which is never shown.
  address text,
  live_mode text not null default 'snapshot' check (live_mode in ('snapshot', 'stream')),
  is_active boolean not null default true,
  -- Start of the earliest footage that the device reported, and when it was asked.
  oldest_footage_at timestamptz,
  oldest_asked_at timestamptz,
  created_at timestamptz not null default now(),
  unique (tracker_id, channel)
);
create index cameras_by_customer on cameras (customer_id);
alter table cameras enable row level security;
create policy own_customer on cameras to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on cameras to roadworthy_request;

create table video_requests (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  tracker_id int references trackers on delete set null,
  kind text not null check (kind in ('requested', 'event', 'uploaded')),
  started_at timestamptz not null,
  duration_s int not null check (duration_s between 1 and 86400),
  cameras smallint[] not null,
  live boolean not null default false,
  state text not null default 'requested' check (state in ('requested', 'uploading', 'ready', 'failed')),
  -- Why the request waits or failed: a code with a text in the locale files.
  error text,
  progress smallint not null default 0 check (progress between 0 and 100),
  -- Why the user wants to watch it.
  reason text not null default '',
  notes text not null default '',
  tags text[] not null default '{}',
  keep boolean not null default false,
  -- The event behind the request, by its natural key: events that are derived again get other ids.
  event_code smallint,
  event_at timestamptz,
  requested_by int references users on delete set null,
  requested_by_name text not null default '',
  idempotency_key text,
  -- Earliest time of the next attempt to ask the device.
  next_try_at timestamptz not null default now(),
  -- The request fails if the device has not connected by then.
  give_up_at timestamptz not null,
  attempts int not null default 0,
  -- Held by the process that fetches the video. The lease of a dead process expires.
  leased_until timestamptz,
  lease uuid,
  burnt_in text not null default 'none' check (burnt_in in ('none', 'making', 'ready', 'failed')),
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  -- When retention deletes it; null while it is kept.
  expires_at timestamptz
);
create index video_requests_by_customer on video_requests (customer_id, started_at desc, id desc);
create index video_requests_by_vehicle on video_requests (vehicle_id, started_at desc, id desc);
create index video_requests_to_fetch on video_requests (next_try_at)
  where state in ('requested', 'uploading');
create index video_requests_by_end on video_requests (expires_at) where expires_at is not null;
create unique index video_requests_once on video_requests (customer_id, requested_by, idempotency_key)
  where idempotency_key is not null;
create unique index video_requests_per_incident on video_requests (vehicle_id, event_code, event_at)
  where kind = 'event';
alter table video_requests enable row level security;
create policy own_customer on video_requests to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on video_requests to roadworthy_request;

create table video_request_files (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  request_id bigint not null references video_requests on delete cascade,
  file_id uuid not null unique references files on delete cascade,
  camera smallint not null,
  kind text not null check (kind in ('video', 'burnt-in', 'picture', 'trail', 'thumbnail')),
  -- The period that the file shows; a device may send less than was requested.
  started_at timestamptz not null,
  ended_at timestamptz not null,
  width_px int,
  height_px int,
  codec text,
  -- Identifies a file that the device sent on its own, so that a repeat is recognised.
  media_key text
);
create unique index video_request_files_by_media on video_request_files (customer_id, media_key)
  where media_key is not null;
create unique index video_request_files_once on video_request_files (request_id, camera, kind)
  where kind in ('video', 'burnt-in', 'trail');
create index video_request_files_by_request on video_request_files (request_id);
-- A small image for lists, one for each clip.
create unique index video_request_files_one_thumbnail on video_request_files (request_id)
  where kind = 'thumbnail';
alter table video_request_files enable row level security;
create policy own_customer on video_request_files to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on video_request_files to roadworthy_request;

-- The files of a clip end with it, whether a user, retention or the end of its vehicle deletes it.
create function end_video_file() returns trigger language plpgsql as $$
begin
  update files set kept_until = now() where id = old.file_id;
  return null;
end
$$;
create trigger video_request_files_end_file
  after delete on video_request_files
  for each row execute function end_video_file();

-- MP4 files that are uploaded in pieces. The file store keeps the pieces until the last one has arrived.
create table video_uploads (
  id uuid primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  -- The request that waits for this file; null if the upload creates one.
  request_id bigint references video_requests on delete cascade,
  camera smallint not null,
  name text not null,
  started_at timestamptz not null,
  size_bytes bigint not null check (size_bytes > 0),
  received_bytes bigint not null default 0,
  pieces text[] not null default '{}',
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index video_uploads_by_end on video_uploads (expires_at);
alter table video_uploads enable row level security;
create policy own_customer on video_uploads to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on video_uploads to roadworthy_request;

create table live_sessions (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  user_id int references users on delete set null,
  live_mode text not null check (live_mode in ('snapshot', 'stream')),
  cameras smallint[] not null default '{}',
  reason text not null default '',
  -- Requested seconds; 0 for until stopped.
  duration_s int not null,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('time', 'stopped', 'session', 'restart'))
);
create index live_sessions_by_vehicle on live_sessions (vehicle_id, started_at desc);
create index live_sessions_running on live_sessions (ends_at) where ended_at is null;
alter table live_sessions enable row level security;
create policy own_customer on live_sessions to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on live_sessions to roadworthy_request;

create table video_shares (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  request_id bigint not null references video_requests on delete cascade,
  -- Only a hash of the token is stored.
  token_hash bytea not null unique,
  note text not null default '',
  created_by int references users on delete set null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index video_shares_by_request on video_shares (request_id);
alter table video_shares enable row level security;
create policy own_customer on video_shares to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on video_shares to roadworthy_request;

-- The viewing log: who watched which vehicle, when and why. Requests cannot change or delete entries.
create table video_views (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  kind text not null check (kind in ('live', 'recorded', 'downloaded', 'shared')),
  vehicle_id int not null references vehicles on delete cascade,
  -- What was watched; entries outlive it.
  request_id bigint,
  session_id bigint,
  share_id bigint,
  cameras smallint[] not null default '{}',
  user_id int references users on delete set null,
  user_name text not null,
  reason text not null default '',
  viewed_at timestamptz not null default now()
);
create index video_views_by_customer on video_views (customer_id, viewed_at desc, id desc);
create index video_views_by_vehicle on video_views (vehicle_id, viewed_at desc, id desc);
create index video_views_by_request on video_views (request_id, viewed_at desc) where request_id is not null;
alter table video_views enable row level security;
create policy own_customer on video_views to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert on video_views to roadworthy_request;

-- Events that request a clip automatically. Customers without clip_rules_from in video_settings use the
-- default rules.
create table video_clip_rules (
  customer_id int not null references customers on delete cascade,
  event_code smallint not null,
  is_active boolean not null,
  before_s smallint not null check (before_s between 0 and 60),
  after_s smallint not null check (after_s between 0 and 60),
  -- Empty for all cameras of the vehicle.
  cameras smallint[] not null default '{}',
  primary key (customer_id, event_code)
);
alter table video_clip_rules enable row level security;
create policy own_customer on video_clip_rules to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on video_clip_rules to roadworthy_request;

create table video_settings (
  customer_id int primary key references customers on delete cascade,
  retention_days int not null default 30 check (retention_days between 1 and 3650),
  quota_bytes bigint not null check (quota_bytes > 0),
  -- How long a user may watch live before they are asked again.
  live_limit_s int not null default 1800 check (live_limit_s between 30 and 14400),
  -- Since when the rules above apply instead of the default ones.
  clip_rules_from timestamptz,
  -- When users were last warned that the quota is almost used.
  warned_at timestamptz
);
alter table video_settings enable row level security;
create policy own_customer on video_settings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on video_settings to roadworthy_request;
