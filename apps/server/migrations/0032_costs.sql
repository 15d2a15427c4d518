-- What vehicles cost: fuel, tolls, leasing, insurance and the like, entered by hand or imported. Repairs are
-- read from the defects.
create table cost_entries (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  category text not null check (category in ('fuel', 'toll', 'fine', 'lease', 'insurance', 'tax',
    'depreciation', 'maintenance', 'tyres', 'other')),
  -- A cost of several days counts for each of them in equal parts.
  starts_on date not null,
  ends_on date not null,
  -- Without VAT, in the currency of the customer; a credit is negative.
  amount numeric(12, 2) not null,
  litres numeric(9, 2) check (litres > 0),
  energy_kwh numeric(9, 2) check (energy_kwh > 0),
  supplier text not null default '',
  reference text not null default '',
  note text not null default '',
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  version int not null default 1,
  check (ends_on >= starts_on),
  check (category = 'fuel' or (litres is null and energy_kwh is null))
);
-- A transaction of a fuel card or an invoice is entered once.
create unique index cost_entries_of_reference
  on cost_entries (customer_id, lower(supplier), lower(reference), vehicle_id, category, starts_on)
  where reference <> '';
create index cost_entries_by_day on cost_entries (customer_id, starts_on, id)
  include (vehicle_id, category);
create index cost_entries_by_amount on cost_entries (customer_id, amount, id)
  include (vehicle_id, category);
create index cost_entries_by_category on cost_entries (customer_id, category, starts_on, id)
  include (vehicle_id);
create index cost_entries_by_end on cost_entries (customer_id, ends_on, starts_on);
create index cost_entries_of_vehicle on cost_entries (vehicle_id, starts_on, id);
create index cost_entries_by_user on cost_entries (created_by) where created_by is not null;
alter table cost_entries enable row level security;
create policy own_customer on cost_entries to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on cost_entries to roadworthy_request;

-- Administrators grant permissions that they hold.
insert into user_modules (user_id, module)
select id, 'Costs' from users where role = 'ADMIN' or is_customer_admin
on conflict do nothing;
