-- Backups that `npm run backup` has made, for the system health. Requests have no grant.
create table backup_runs (
  id int generated always as identity primary key,
  -- The moment whose rows the backup contains; it identifies the backup.
  created_at timestamptz not null unique,
  version text not null,
  size_bytes bigint not null,
  is_encrypted bool not null,
  -- When the whole file was last read and compared with its digests.
  verified_at timestamptz not null
);
