import type pg from 'pg';

/**
 * Fills a table without its indexes and triggers, foreign keys included: creating indexes afterwards is faster than
 * updating them for a million rows, and the rows refer only to rows that exist.
 */
export async function withoutIndexes(pool: pg.Pool, table: string, fill: () => Promise<unknown>) {
  const { rows } = await pool.query<{ name: string; text: string }>(
    `select indexname as name, indexdef as text from pg_indexes where tablename = $1
       and indexname not in (select conname from pg_constraint)`,
    [table],
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  await pool.query(`alter table ${table} disable trigger all`);
  await fill();
  await pool.query(`alter table ${table} enable trigger all`);
  for (const { text } of rows) await pool.query(text);
  await pool.query(`vacuum analyze ${table}`);
}
