import type pg from 'pg';

/** Adds a manager with the module of vehicle checks. @returns the id of the user */
export async function addManager(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `with person as (insert into users (customer_id, username, email, first_name, last_name, role)
       values (1, 'all', 'all@bench.test', 'All', 'Manager', 'MANAGER') returning id)
     insert into user_modules (user_id, module) select id, 'Vehicle Check' from person
     returning user_id as id`,
  );
  return rows[0]?.id ?? 0;
}
