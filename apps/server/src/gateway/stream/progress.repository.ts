import type pg from 'pg';

/** Reads how far each partition of a stream is stored; 0 before the first message. */
export async function readProgress(
  pool: Pick<pg.Pool, 'query'>,
  stream: string,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await pool.query<{ partition: number; sequence: string }>({
    name: 'read-ingest-progress',
    text: 'select partition, sequence::text as sequence from ingest_progress where stream = $1',
    values: [stream],
  });
  return new Map(rows.map(({ partition, sequence }) => [partition, Number(sequence)]));
}

/** Stores how far partitions are stored; the number of a partition never decreases. */
export async function writeProgress(
  pool: Pick<pg.Pool, 'query'>,
  stream: string,
  sequences: ReadonlyMap<number, number>,
): Promise<void> {
  await pool.query({
    name: 'write-ingest-progress',
    text: `insert into ingest_progress as known (stream, partition, sequence)
      select $1, partition, sequence from unnest($2::int[], $3::bigint[]) as t(partition, sequence)
      order by partition
      on conflict (stream, partition) do update set updated_at = now(),
        sequence = greatest(known.sequence, excluded.sequence)`,
    values: [stream, [...sequences.keys()], [...sequences.values()]],
  });
}
