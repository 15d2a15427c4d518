import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';

/**
 * A database whose every piece of work runs within a transaction that is open already, behind a savepoint
 * of its own: what fails leaves nothing, and the transaction goes on. For work that calls services many
 * times and writes all of it or nothing. One piece at a time; whose rows may be seen, the transaction says.
 */
export function databaseWithin(database: Database, trx: Transaction): Database {
  return {
    pool: database.pool,
    url: database.url,
    asSystem: () => {
      throw new Error('The owner does nothing within the transaction of a request');
    },
    asViewer: async (_viewer, work) => {
      await sql`savepoint piece_of_work`.execute(trx);
      try {
        const result = await work(trx);
        await sql`release savepoint piece_of_work`.execute(trx);
        return result;
      } catch (error) {
        await sql`rollback to savepoint piece_of_work`.execute(trx);
        await sql`release savepoint piece_of_work`.execute(trx);
        throw error;
      }
    },
    alone: (key, work) => database.alone(key, work),
    close: async () => undefined,
  };
}
