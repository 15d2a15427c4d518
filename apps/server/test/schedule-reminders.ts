import type { TestServices } from './services.ts';

/** Turns on the mails about what is due 28 days ahead. */
export async function addScheduleReminders(
  { pool }: TestServices['db'],
  customerId: number,
): Promise<void> {
  await pool.query(
    `insert into schedule_reminders (customer_id, is_active, days_before, emails)
     values ($1, true, '{28}', '{office@fleet.example}')`,
    [customerId],
  );
}
