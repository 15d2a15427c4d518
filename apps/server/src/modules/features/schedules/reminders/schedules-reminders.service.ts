import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { badRequest } from '../../../../platform/errors.ts';
import { keepReminders, type Reminders, remindersOf } from './schedules-reminders.repository.ts';

function customerOf({ customerId }: Viewer): number {
  if (customerId === null) throw badRequest('schedule.reminders_need_customer');
  return customerId;
}

/** Reminder settings of customers. */
export class RemindersService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 400 if the viewer has no customer */
  async read(viewer: Viewer): Promise<Reminders> {
    const customerId = customerOf(viewer);
    return this.db.asViewer(viewer, (trx) => remindersOf(trx, customerId));
  }

  /** @throws HttpError 400 if the viewer has no customer */
  async change(viewer: Viewer, reminders: Reminders): Promise<Reminders> {
    const customerId = customerOf(viewer);
    const days = [...new Set(reminders.days_before)].sort((a, b) => b - a);
    const kept = { ...reminders, days_before: days };
    await this.db.asViewer(viewer, (trx) => keepReminders(trx, customerId, kept));
    return kept;
  }
}
