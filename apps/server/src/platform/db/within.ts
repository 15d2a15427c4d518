import { InternalError } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';

/**
 * A database that runs each piece of work within an open transaction, behind its own savepoint: failed
 * work is rolled back and the transaction continues. For work that calls services many times and must
 * write all or nothing. Not concurrent; the scope of rows is that of the open transaction.
 */
export function databaseWithin(database: Database, trx: Transaction): Database {
  return {
    pool: database.pool,
    url: database.url,
    asSystem: () => {
      throw new InternalError('database.owner_in_request');
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
