-- Data inputs: JSON messages of other platforms, by HTTP or MQTT (docs/data-inputs.md).

create table data_inputs (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  name text not null,
  kind text not null check (kind in ('http', 'mqtt')),
  is_on boolean not null default true,
  -- SHA-256 of the token in the address of an HTTP input; null for MQTT.
  token_digest bytea unique,
  -- What is no secret: address, topic, user name, client id.
  settings jsonb not null default '{}',
  -- Encrypted with a key that is not in the database; null for none.
  credentials bytea,
  mapping jsonb not null,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  -- Only the process with the lease is connected to the broker.
  lease uuid,
  leased_until timestamptz,
  next_attempt_at timestamptz not null default now(),
  -- Failed attempts to connect since the last success.
  attempts int not null default 0,
  connected_at timestamptz,
  connection_failure text,
  last_message_at timestamptz,
  records_stored bigint not null default 0,
  records_refused bigint not null default 0,
  -- Of the last message, something could not be stored.
  is_refusing boolean not null default false,
  refusal text,
  refused_at timestamptz,
  check ((kind = 'http') = (token_digest is not null))
);
create index data_inputs_by_customer on data_inputs (customer_id);
create index data_inputs_due on data_inputs (next_attempt_at) where is_on and kind = 'mqtt';
alter table data_inputs enable row level security;
create policy own_customer on data_inputs to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on data_inputs to roadworthy_request;

-- The last messages of each input as they arrived: samples for the mapping, and what was refused.
create table data_input_messages (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  input_id int not null references data_inputs on delete cascade,
  received_at timestamptz not null default now(),
  topic text not null default '',
  content bytea not null,
  -- Bytes of the message; `content` has the first ones.
  full_bytes int not null,
  -- Null if all of it was stored.
  refusal text,
  problems jsonb not null default '[]'
);
create index data_input_messages_by_input on data_input_messages (input_id, id desc);
create index data_input_messages_by_customer on data_input_messages (customer_id);
alter table data_input_messages enable row level security;
create policy own_customer on data_input_messages to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on data_input_messages to roadworthy_request;
