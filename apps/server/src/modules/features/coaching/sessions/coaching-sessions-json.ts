import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { FleetEvent } from '../../events/index.ts';
import type { SessionRow } from './coaching-sessions.repository.ts';

type Calls = typeof contract.coaching;
export type Session = AnswerOf<Calls['session']>;
type ListedSession = AnswerOf<Calls['sessions']>['results'][number];

const moment = (atMs: number | null) => (atMs === null ? null : toApiDateTime(atMs));

/** A session in the form of lists. */
export const toListedSession = (row: SessionRow): ListedSession => ({
  id: row.id,
  driver: { id: row.driver_id, first_name: row.first_name, surname: row.surname },
  coach: row.coach_id === null ? null : { id: row.coach_id, name: row.coach_name ?? '' },
  state: row.state,
  planned_on: row.planned_on,
  follow_up_on: row.follow_up_on,
  is_due: row.is_due,
  events: row.events,
  actions_open: row.actions.filter(({ is_done }) => !is_done).length,
  held_at: moment(row.held_ms),
  acknowledged_at: moment(row.acknowledged_ms),
  version: row.version,
});

export const toSession = (row: SessionRow, events: FleetEvent[]): Session => ({
  ...toListedSession(row),
  note: row.note,
  actions: row.actions,
  event_list: events,
  driver_comment: row.driver_comment,
  signed_by: row.signed_by,
  has_account: row.account_id !== null,
});

/** A session as the audit log stores it. */
export const describedSession = (row: SessionRow) => ({
  customerId: row.customer_id,
  subject: {
    kind: 'coaching_session' as const,
    id: String(row.id),
    name: `${row.first_name} ${row.surname}, ${row.planned_on}`,
  },
  facts: {
    state: row.state,
    coach: row.coach_name,
    planned_on: row.planned_on,
    follow_up_on: row.follow_up_on,
    events: row.events,
    note: row.note,
    actions: row.actions.map(({ text }) => text).join('; '),
    driver_comment: row.driver_comment,
    signed_by: row.signed_by,
  },
});
