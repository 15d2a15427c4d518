import type { AnswerOf, contract } from '@roadworthy/contract';
import type { RuleRow } from './privacy-private-use.repository.ts';

export type Rule = AnswerOf<typeof contract.privateUse.read>;

const two = (value: number) => String(value).padStart(2, '0');
const clockOf = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** Minutes after midnight of a time such as 18:30. */
export function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

function stateOf({ starts_at, ends_at }: RuleRow, nowMs: number): Rule['state'] {
  if (ends_at !== null && ends_at.getTime() <= nowMs) return 'ended';
  // Cancelled before it began.
  if (ends_at !== null && ends_at.getTime() === starts_at.getTime()) return 'ended';
  return starts_at.getTime() > nowMs ? 'planned' : 'active';
}

export function toRule(row: RuleRow, nowMs: number): Rule {
  return {
    id: row.id,
    vehicle:
      row.vehicle_id === null ? null : { id: row.vehicle_id, registration: row.registration ?? '' },
    customer: { id: row.customer_id, name: row.customer },
    kind: row.kind,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
    weekdays: row.weekdays,
    start_time: clockOf(row.start_minute),
    end_time: clockOf(row.end_minute),
    time_zone: row.time_zone,
    reason: row.reason,
    created_by: row.created_by_name,
    created_at: row.created_at.toISOString(),
    state: stateOf(row, nowMs),
  };
}
