-- Commands to devices: queued until the device is connected, sent at most once.

create table device_commands (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  tracker_id int not null references trackers on delete cascade,
  -- The instruction with its parameters, as `DeviceInstruction` of the domain.
  kind text not null check (kind in ('position', 'interval', 'output', 'immobilise', 'mobilise',
    'reboot', 'configuration', 'firmware', 'custom')),
  instruction jsonb not null,
  -- Why a person immobilises a vehicle; empty for other commands without a reason.
  reason text not null default '',
  -- It is sent only while the vehicle stands still.
  waits_for_stop boolean not null default false,
  state text not null default 'waiting'
    check (state in ('waiting', 'sent', 'confirmed', 'failed', 'expired', 'cancelled')),
  failure text check (failure in ('refused', 'no_answer', 'not_offered', 'device_moved')),
  answer text,
  created_by int references users on delete set null,
  -- The name at that time, which outlasts the account.
  created_by_name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  sent_at timestamptz,
  -- Confirmed, failed, expired, cancelled, or sent to a device that answers nothing.
  ended_at timestamptz
);
create index device_commands_by_customer on device_commands (customer_id, created_at desc, id desc);
create index device_commands_by_vehicle on device_commands (vehicle_id, created_at desc, id desc);
create index device_commands_open on device_commands (tracker_id, id) where ended_at is null;
alter table device_commands enable row level security;
create policy own_customer on device_commands to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on device_commands to roadworthy_request;

-- What the commands of a device need besides its protocol.
create table device_command_settings (
  tracker_id int primary key references trackers on delete cascade,
  customer_id int not null references customers on delete cascade,
  -- Sent to the device as it is, so it is stored readable. The API never returns it.
  password text,
  -- The output with the relay of the immobiliser, from 1; null if it has none.
  immobiliser_output smallint check (immobiliser_output between 1 and 4),
  immobiliser_cuts_when_on boolean not null default true
);
create index device_command_settings_by_customer on device_command_settings (customer_id);
alter table device_command_settings enable row level security;
create policy own_customer on device_command_settings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on device_command_settings to roadworthy_request;

-- Administrators grant permissions that they hold.
insert into user_modules (user_id, module)
select u.id, m.module from users u cross join (values ('Device Commands'), ('Immobilise')) m (module)
where u.role = 'ADMIN' or u.is_customer_admin
on conflict do nothing;
