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

/** An all-day event of a calendar. */
export interface CalendarItem {
  /** Stays the same while the event moves. */
  readonly id: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly registration: string;
  /** Names of the product are translated. */
  readonly name: string;
  readonly category: string;
  readonly depot: string | null;
  readonly note: 'paused' | 'overdue' | null;
  readonly dueDay: string;
  /** The first and last day for which it can be planned; null if it cannot. */
  readonly window: { readonly first: string; readonly last: string } | null;
  /** Where it opens in the web app. */
  readonly path: string;
}

/** A schedule on the day on which it stands on the planner. */
export function scheduleItem(row: ScheduleRow, nowMs: number): CalendarItem {
  const dueDay = new Date(row.due_ms).toISOString().slice(0, 10);
  const isOverdue = Date.parse(`${row.latest_on}T00:00:00Z`) + DAY_MS <= nowMs;
  return {
    id: `schedule-${row.id}`,
    day: row.planned_on ?? dueDay,
    registration: row.registration,
    name: row.name,
    category: row.category,
    depot: row.depot_name,
    note: row.is_paused ? 'paused' : isOverdue ? 'overdue' : null,
    dueDay,
    window: { first: row.earliest_on, last: row.latest_on },
    path: `/vehicle-file/planner?vehicle=${row.vehicle_id}`,
  };
}

function eventOf(item: CalendarItem, { wording, publicUrl, nowMs }: CalendarFile) {
  const { category, day, depot, dueDay, id, name, note, path, registration, window } = item;
  const startMs = Date.parse(`${day}T00:00:00Z`);
  const what = `${registration}: ${knownText(wording, name)}`;
  const lines = [
    ...(depot === null ? [] : [textOf(wording, 'calendar.depot', { name: depot })]),
    textOf(wording, 'calendar.due', { day: dueDay }),
    ...(window === null ? [] : [textOf(wording, 'calendar.window', { ...window })]),
  ];
  return {
    id: `${id}@${new URL(publicUrl).hostname}`,
    start: new Date(startMs),
    end: new Date(startMs + DAY_MS),
    allDay: true,
    timezone: 'UTC',
    stamp: new Date(nowMs),
    summary: note === null ? what : textOf(wording, `calendar.${note}`, { what }),
    description: lines.join('\n'),
    categories: [{ name: knownText(wording, category) }],
    url: publicUrl + path,
  };
}

/** Items as an iCalendar file (RFC 5545): one all-day event for each, UTC. */
export function calendarFile(items: readonly CalendarItem[], file: CalendarFile): string {
  const calendar = ical({
    name: file.name,
    prodId: { company: 'Roadworthy', product: 'Planner' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_S,
  });
  for (const item of items) calendar.createEvent(eventOf(item, file));
  return calendar.toString();
}
