-- Costs that repeat each month without being entered each time: leasing, insurance and the like, and the
-- depreciation of a vehicle from its price, residual value and term.
create table cost_plans (
  id int generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  vehicle_id int not null references vehicles on delete cascade,
  category text not null check (category in ('toll', 'lease', 'insurance', 'tax', 'depreciation',
    'maintenance', 'tyres', 'other')),
  -- First days of months; a plan without a last month goes on.
  first_month date not null,
  last_month date,
  -- Each month, without VAT. Of depreciation: (price - residual value) / months of the term.
  monthly numeric(14, 6) not null,
  price numeric(12, 2) check (price > 0),
  residual numeric(12, 2) check (residual >= 0 and residual <= price),
  term_months int check (term_months between 1 and 240),
  supplier text not null default '',
  reference text not null default '',
  note text not null default '',
  version int not null default 1,
  check (last_month >= first_month),
  check ((category = 'depreciation') = (price is not null)),
  check ((price is null) = (residual is null) and (price is null) = (term_months is null))
);
create index cost_plans_by_month on cost_plans (customer_id, first_month, id) include (vehicle_id, category);
create index cost_plans_of_vehicle on cost_plans (vehicle_id, first_month, id);
alter table cost_plans enable row level security;
create policy own_customer on cost_plans to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on cost_plans to roadworthy_request;

-- The budget of a kind of cost in a month, of a depot or of a vehicle type.
create table cost_budgets (
  id bigint generated always as identity primary key,
  customer_id int not null references customers on delete cascade,
  depot_id int references depots on delete cascade,
  vehicle_type text check (vehicle_type in ('CAR', 'VAN', 'STR', 'BIK')),
  kind text not null check (kind in ('fuel', 'toll', 'fine', 'lease', 'insurance', 'tax',
    'depreciation', 'maintenance', 'tyres', 'other', 'repair')),
  month date not null check (extract(day from month) = 1),
  amount numeric(12, 2) not null check (amount >= 0),
  check ((depot_id is null) <> (vehicle_type is null))
);
create unique index cost_budgets_of_depot on cost_budgets (depot_id, kind, month)
  where depot_id is not null;
create unique index cost_budgets_of_type on cost_budgets (customer_id, vehicle_type, kind, month)
  where vehicle_type is not null;
create index cost_budgets_by_month on cost_budgets (customer_id, month);
alter table cost_budgets enable row level security;
create policy own_customer on cost_budgets to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select, insert, update, delete on cost_budgets to roadworthy_request;

-- Warnings that were sent: one for each kind of a depot and month.
create table cost_budget_warnings (
  depot_id int not null references depots on delete cascade,
  kind text not null,
  month date not null,
  customer_id int not null references customers on delete cascade,
  sent_at timestamptz not null default now(),
  primary key (depot_id, kind, month)
);
create index cost_budget_warnings_by_customer on cost_budget_warnings (customer_id);
alter table cost_budget_warnings enable row level security;
create policy own_customer on cost_budget_warnings to roadworthy_request
  using ((select request_sees_all()) or customer_id = (select request_customer()))
  with check ((select request_sees_all()) or customer_id = (select request_customer()));
grant select on cost_budget_warnings to roadworthy_request;
