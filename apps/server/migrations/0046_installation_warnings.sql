-- Faults of the installation that administrators see among their alerts while they last. One row for each
-- fault and each process that finds it. A process that crashed no longer refreshes `seen_at`.
-- Read by the alert list for administrators, never granted to requests.
create table installation_warnings (
  code text not null,
  process_id uuid not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (code, process_id)
);
