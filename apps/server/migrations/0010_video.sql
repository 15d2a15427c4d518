-- The file store's index, and video: cameras, requests and clips, live sessions, shares, the log of
-- viewings, rules and settings. The bytes lie in the file store (disk or S3) under `files.key`.

create table files (
  id uuid primary key,
  customer_id int not null references customers on delete cascade,
  -- Which module keeps it and decides who may read it, for example 'video'.
  purpose text not null,
  -- Name in the store, made by the server; never what a person called it.
  key text not null unique,
  -- Decided by content.
  media_type text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  sha256 bytea not null,
  -- Name that a person reads when it is saved.
  name text not null,
  created_at timestamptz not null default now(),
  -- Past this moment a job removes it; null for as long as something refers to it.
  kept_until timestamptz
);
create index files_by_customer on files (customer_id, created_at);
create index files_by_end on files (kept_until) where kept_until is not null;

create table cameras (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  tracker_id int not null references trackers on delete cascade,
  channel smallint not null check (channel between 1 and 32),
  name text not null,
  source text not null check (source in ('jt1078', 'rtsp', 'upload')),
  -- Of an RTSP camera; may hold its password, which is never shown.
  address text,
  live_mode text not null default 'snapshot' check (live_mode in ('snapshot', 'stream')),
  is_active boolean not null default true,
  -- The earliest footage that the device told of, and when it was asked.
  oldest_footage_at timestamptz,
  oldest_asked_at timestamptz,
  created_at timestamptz not null default now(),
  unique (tracker_id, channel)
);
create index cameras_by_customer on cameras (customer_id);

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
  -- Why it waits or failed: one of a short list of codes, whose texts stand in the locales.
  error text,
  progress smallint not null default 0 check (progress between 0 and 100),
  -- Why somebody wants to see it.
  reason text not null default '',
  notes text not null default '',
  tags text[] not null default '{}',
  keep boolean not null default false,
  -- The incident that asked for it, by its natural key: events are derived again under other ids.
  event_code smallint,
  event_at timestamptz,
  requested_by int references users on delete set null,
  requested_by_name text not null default '',
  idempotency_key text,
  -- Not before this moment is it worth while to ask the device (again).
  next_try_at timestamptz not null default now(),
  -- A device that has not connected by then fails the request.
  give_up_at timestamptz not null,
  attempts int not null default 0,
  -- Held by the process that fetches it; the lease of one that died ends by itself.
  leased_until timestamptz,
  lease uuid,
  burnt_in text not null default 'none' check (burnt_in in ('none', 'making', 'ready', 'failed')),
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  -- When retention removes it; null while it is kept.
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

create table video_request_files (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  request_id bigint not null references video_requests on delete cascade,
  file_id uuid not null unique references files on delete cascade,
  camera smallint not null,
  kind text not null check (kind in ('video', 'burnt-in', 'picture', 'trail')),
  -- What it really shows; a device may give less than was asked for.
  started_at timestamptz not null,
  ended_at timestamptz not null,
  width_px int,
  height_px int,
  codec text,
  -- Of a file that the device sent by itself: the same for a repeat.
  media_key text
);
create unique index video_request_files_by_media on video_request_files (customer_id, media_key)
  where media_key is not null;
create unique index video_request_files_once on video_request_files (request_id, camera, kind)
  where kind in ('video', 'burnt-in', 'trail');
create index video_request_files_by_request on video_request_files (request_id);

-- Whatever removes a clip (a person, retention, the end of its vehicle), its files end with it.
create function end_video_file() returns trigger language plpgsql as $$
begin
  update files set kept_until = now() where id = old.file_id;
  return null;
end
$$;
create trigger video_request_files_end_file
  after delete on video_request_files
  for each row execute function end_video_file();

-- An MP4 that is being uploaded in pieces; the pieces lie in the file store until the last is there.
create table video_uploads (
  id uuid primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  -- A request that waits for this file; null where the upload makes one.
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

create table live_sessions (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  user_id int references users on delete set null,
  live_mode text not null check (live_mode in ('snapshot', 'stream')),
  cameras smallint[] not null default '{}',
  reason text not null default '',
  -- Seconds that were asked for; 0 for until stopped.
  duration_s int not null,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('time', 'stopped', 'session', 'restart'))
);
create index live_sessions_by_vehicle on live_sessions (vehicle_id, started_at desc);
create index live_sessions_running on live_sessions (ends_at) where ended_at is null;

create table video_shares (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  request_id bigint not null references video_requests on delete cascade,
  -- Only a hash of the token is kept.
  token_hash bytea not null unique,
  note text not null default '',
  created_by int references users on delete set null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index video_shares_by_request on video_shares (request_id);

-- Who saw which vehicle when and why. Nobody's request changes or removes an entry.
create table video_views (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  kind text not null check (kind in ('live', 'recorded', 'downloaded', 'shared')),
  vehicle_id int not null references vehicles on delete cascade,
  -- What was seen; entries outlive it.
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

-- Which events ask for a clip by themselves; a customer without a row in video_settings has the
-- product's rules.
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

create table video_settings (
  customer_id int primary key references customers on delete cascade,
  retention_days int not null default 30 check (retention_days between 1 and 3650),
  quota_bytes bigint not null check (quota_bytes > 0),
  -- How long somebody may watch live without asking again.
  live_limit_s int not null default 1800 check (live_limit_s between 30 and 14400),
  -- Since when the rules above count instead of the product's.
  clip_rules_from timestamptz,
  -- When somebody was last told that the quota is nearly used up.
  warned_at timestamptz
);

do $$
declare
  t text;
begin
  foreach t in array array['files', 'cameras', 'video_requests', 'video_request_files', 'video_uploads',
    'live_sessions', 'video_shares', 'video_views', 'video_clip_rules', 'video_settings']
  loop
    execute format('alter table %I enable row level security', t);
    execute format(
      'create policy own_customer on %I to roadworthy_request
         using ((select request_sees_all()) or customer_id = (select request_customer()))
         with check ((select request_sees_all()) or customer_id = (select request_customer()))', t);
    execute format('grant select, insert, update, delete on %I to roadworthy_request', t);
  end loop;
  revoke update, delete on video_views from roadworthy_request;
end
$$;
