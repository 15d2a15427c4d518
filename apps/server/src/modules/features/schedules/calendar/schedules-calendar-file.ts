import ical, { ICalCalendarMethod } from 'ical-generator';
import { knownText } from '../../../../platform/known-texts.ts';
import { textOf, type Wording } from '../../../../platform/texts.ts';
import type { ScheduleRow } from '../schedules.repository.ts';

const DAY_MS = 86_400_000;
/** How often a calendar program should read the feed again, seconds. */
const REFRESH_S = 3_600;

export interface CalendarFile {
  readonly name: string;
  readonly wording: Wording;
  /** The address of the installation, without a slash at its end. */
  readonly publicUrl: string;
  readonly nowMs: number;
}

/** The day on which a schedule stands on the planner, and the text of its state. */
function eventOf(row: ScheduleRow, { wording, publicUrl, nowMs }: CalendarFile) {
  const day = row.planned_on ?? new Date(row.due_ms).toISOString().slice(0, 10);
  const startMs = Date.parse(`${day}T00:00:00Z`);
  const isOverdue = Date.parse(`${row.latest_on}T00:00:00Z`) + DAY_MS <= nowMs && !row.is_paused;
  const what = `${row.registration}: ${knownText(wording, row.name)}`;
  const note = row.is_paused ? 'paused' : isOverdue ? 'overdue' : null;
  const lines = [
    ...(row.depot_name === null
      ? []
      : [textOf(wording, 'calendar.depot', { name: row.depot_name })]),
    textOf(wording, 'calendar.due', { day: new Date(row.due_ms).toISOString().slice(0, 10) }),
    textOf(wording, 'calendar.window', { first: row.earliest_on, last: row.latest_on }),
  ];
  return {
    id: `schedule-${row.id}@${new URL(publicUrl).hostname}`,
    start: new Date(startMs),
    end: new Date(startMs + DAY_MS),
    allDay: true,
    timezone: 'UTC',
    stamp: new Date(nowMs),
    summary: note === null ? what : textOf(wording, `calendar.${note}`, { what }),
    description: lines.join('\n'),
    categories: [{ name: knownText(wording, row.category) }],
    url: `${publicUrl}/vehicle-file/planner?vehicle=${row.vehicle_id}`,
  };
}

/**
 * Open schedules as an iCalendar file (RFC 5545): one all-day event per schedule on its planned or
 * due day, UTC. Its id stays the same, so that a moved day moves the event.
 */
export function calendarFile(rows: readonly ScheduleRow[], file: CalendarFile): string {
  const calendar = ical({
    name: file.name,
    prodId: { company: 'Roadworthy', product: 'Planner' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_S,
  });
  for (const row of rows) calendar.createEvent(eventOf(row, file));
  return calendar.toString();
}
