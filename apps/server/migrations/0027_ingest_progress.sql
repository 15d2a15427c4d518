-- How far the records of the ingest stream are stored, by partition of vehicles (docs/cluster.md). It is
-- in this database so that it never differs from the stored records, also after a restored backup or a
-- failover. A stream that was created again has another name, and is read from its start.
create table ingest_progress (
  stream text not null,
  partition int not null check (partition >= 0),
  -- Sequence number in the stream of the last message whose records are stored.
  sequence bigint not null,
  updated_at timestamptz not null default now(),
  primary key (stream, partition)
);
