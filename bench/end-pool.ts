import type pg from 'pg';

/**
 * Ends a pool and waits until each of its connections is closed. `pool.end()` alone returns before: a
 * database that stops then sends its connections an error (57P01) that nobody handles.
 */
export async function endPool(pool: pg.Pool): Promise<void> {
  let open = pool.totalCount;
  const closed = new Promise<void>((done) => {
    if (open === 0) return done();
    pool.on('remove', () => {
      open -= 1;
      if (open === 0) done();
    });
  });
  await pool.end();
  await closed;
}
