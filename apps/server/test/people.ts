import type { Updateable } from 'kysely';
import { hashPassword } from '../src/modules/core/sign-in/sign-in-passwords.ts';
import type { Database, Tables } from '../src/platform/db/index.ts';

/** The password of every person of a test. */
export const PASSWORD = 'correct horse battery';

let hashed: Promise<string> | null = null;

/**
 * A user of a customer with the password above.
 *
 * @param changed columns that differ from an ordinary USER
 * @returns the user's id
 */
export async function makeUser(
  db: Database,
  customerId: number | null,
  email: string,
  changed: Updateable<Tables['users']> = {},
  modules: readonly string[] = ['Telematics'],
): Promise<number> {
  hashed ??= hashPassword(PASSWORD);
  const password_hash = await hashed;
  return db.asSystem(async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({
        customer_id: customerId,
        username: email.split('@')[0] ?? email,
        email,
        first_name: 'Ada',
        last_name: 'Hill',
        password_hash,
        role: 'USER',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (Object.keys(changed).length > 0) {
      await trx.updateTable('users').set(changed).where('id', '=', id).execute();
    }
    if (modules.length > 0) {
      await trx
        .insertInto('user_modules')
        .values(modules.map((module) => ({ user_id: id, module })))
        .execute();
    }
    return id;
  });
}

/** Limits a user to a depot. */
export async function limitToDepot(db: Database, userId: number, depotId: number): Promise<void> {
  await db.pool.query('insert into user_depots (user_id, depot_id) values ($1, $2)', [
    userId,
    depotId,
  ]);
}
