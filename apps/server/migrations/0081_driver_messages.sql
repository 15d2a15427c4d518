-- Messages from the office to drivers. Each driver has a receipt and a thread of answers of their own.
create table driver_messages (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  author_id int references users on delete set null,
  author text not null,
  text text not null,
  asks_confirmation boolean not null,
  created_at timestamptz not null default now(),
  reminded_at timestamptz
);
create index driver_messages_by_time on driver_messages (customer_id, created_at desc, id desc);
create index driver_messages_of_all_by_time on driver_messages (created_at desc, id desc);
create index driver_messages_by_author on driver_messages (author_id) where author_id is not null;

create table driver_message_receipts (
  message_id int not null references driver_messages on delete cascade,
  driver_id int not null references drivers on delete cascade,
  customer_id int not null references customers on delete cascade,
  read_at timestamptz,
  confirmed_at timestamptz,
  primary key (message_id, driver_id),
  check (confirmed_at is null or read_at is not null)
);
create index driver_message_receipts_by_driver on driver_message_receipts (driver_id, message_id desc);
create index driver_message_receipts_by_customer on driver_message_receipts (customer_id);

create table driver_message_replies (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  message_id int not null,
  driver_id int not null references drivers on delete cascade,
  is_from_driver boolean not null,
  author_id int references users on delete set null,
  author text not null,
  text text not null,
  -- Of the sender: an answer that is delivered twice is stored once.
  key uuid not null,
  created_at timestamptz not null default now(),
  foreign key (message_id, driver_id) references driver_message_receipts on delete cascade
);
create unique index driver_message_replies_once on driver_message_replies (message_id, driver_id, key);
create index driver_message_replies_by_thread
  on driver_message_replies (message_id, driver_id, created_at, id);
create index driver_message_replies_by_driver on driver_message_replies (driver_id);
create index driver_message_replies_by_customer on driver_message_replies (customer_id);
create index driver_message_replies_by_author on driver_message_replies (author_id)
  where author_id is not null;

do $$
declare name text;
begin
  foreach name in array
    array['driver_messages', 'driver_message_receipts', 'driver_message_replies'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_customer on %I to roadworthy_request
      using ((select request_sees_all()) or customer_id = (select request_customer()))
      with check ((select request_sees_all()) or customer_id = (select request_customer()))', name);
    execute format('grant select, insert, update, delete on %I to roadworthy_request', name);
  end loop;
end
$$;
