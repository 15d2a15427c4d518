import type { AnswerOf, contract } from '@roadworthy/contract';
import { addInterval, RECALL_CATEGORY } from '@roadworthy/domain';
import { addDays, type Day, type DayRange } from '../../ui/date-range/calendar.ts';

export type Schedule = AnswerOf<typeof contract.schedules.schedules>['results'][number];
export type ScheduleType = AnswerOf<typeof contract.schedules.scheduleTypes>['results'][number];

/** Maximum number of vehicles of a depot away on one day; more is a conflict. */
export const DEPOT_DAY_LIMIT = 3;
/** Types of which every matching vehicle must have a schedule; else there is a gap. */
const NEEDED = ['MOT', 'PMI'] as const;
/** Maximum number of forecast repetitions, in case an interval is only a minute. */
const MOST_REPEATS = 120;

/** A vehicle of a recall or service campaign that is not finished, with a due day. */
export type DueCampaign = AnswerOf<typeof contract.workOrderCampaigns.vehicles>['results'][number];

/** What every item on a day of the planner shows. */
interface EntryFace {
  readonly key: string;
  readonly day: Day;
  readonly vehicle: number;
  readonly registration: string;
  readonly depot: string;
  readonly category: string;
  readonly name: string;
}
export interface ScheduleEntry extends EntryFace {
  /** done: fulfilled on that day · open: to be done · expected: forecast by the interval. */
  readonly kind: 'done' | 'open' | 'expected';
  readonly schedule: Schedule;
}
export interface CampaignEntry extends EntryFace {
  readonly kind: 'campaign';
  readonly campaign: DueCampaign;
}
/** An item on a day of the planner. */
export type Entry = ScheduleEntry | CampaignEntry;

/** Groups items by a key, in their order. */
export function grouped<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** The planned day, else the due day; for a done item, the day it was done. */
export function dayOf(schedule: Schedule): Day {
  if (schedule.fulfilled_at !== null) return schedule.fulfilled_at.slice(0, 10);
  return schedule.planned_date ?? schedule.due_date.slice(0, 10);
}

const entryOf = (
  schedule: Schedule,
  kind: ScheduleEntry['kind'],
  day: Day,
  key: string,
): ScheduleEntry => ({
  key,
  kind,
  day,
  schedule,
  vehicle: schedule.vehicle,
  registration: schedule.registration,
  depot: schedule.depot?.name ?? '',
  category: schedule.category,
  name: schedule.name,
});

/** The unfinished vehicles of campaigns on their due days; those without a due day have no place. */
const campaignEntriesOf = (campaigns: readonly DueCampaign[]): CampaignEntry[] =>
  campaigns.flatMap((campaign) =>
    campaign.due_on === null
      ? []
      : [
          {
            key: `campaign-${campaign.campaign.id}-${campaign.vehicle.id}`,
            kind: 'campaign',
            day: campaign.due_on,
            campaign,
            vehicle: campaign.vehicle.id,
            registration: campaign.vehicle.registration,
            depot: campaign.depot?.name ?? '',
            category: RECALL_CATEGORY,
            name: `${campaign.campaign.number} ${campaign.campaign.title}`,
          },
        ],
  );

/** The remaining days on which it may be planned; null if it can no longer be moved. */
export function windowOf(schedule: Schedule, now: Day): DayRange | null {
  if (schedule.state === 'fulfilled') return null;
  const from = schedule.earliest_date > now ? schedule.earliest_date : now;
  return from > schedule.latest_date ? null : { from, to: schedule.latest_date };
}

/** Whether a person who may plan can move it: it is open, and a day of its window remains. */
export const isMovable = (entry: Entry, now: Day): entry is ScheduleEntry =>
  entry.kind === 'open' && windowOf(entry.schedule, now) !== null;

/** Whether it may be moved to a day. */
export function mayPlanOn(schedule: Schedule, day: Day, now: Day): boolean {
  const window = windowOf(schedule, now);
  return window !== null && day >= window.from && day <= window.to;
}

/**
 * The forecast due days by the interval, up to a last one. A wall chart has to show at least
 * six months ahead, but the server creates a schedule only when the one before is fulfilled.
 */
export function expectedDays(schedule: Schedule, last: Day): Day[] {
  const days: Day[] = [];
  let timeMs = Date.parse(`${dayOf(schedule)}T00:00:00Z`);
  for (let repeat = 0; repeat < MOST_REPEATS; repeat += 1) {
    const next = addInterval(timeMs, schedule.interval);
    // Ignore intervals shorter than a day, which a planner cannot show.
    if (next - timeMs < 86_400_000) return days;
    const day = new Date(next).toISOString().slice(0, 10);
    if (day > last) return days;
    days.push(day);
    timeMs = next;
  }
  return days;
}

/** All items on the days of a range, sorted. */
export function entriesOf(
  open: readonly Schedule[],
  done: readonly Schedule[],
  { from, to }: DayRange,
  campaigns: readonly DueCampaign[] = [],
): Entry[] {
  const entries: Entry[] = [
    ...done.map((one) => entryOf(one, 'done', dayOf(one), `done-${one.id}`)),
    ...open.flatMap((one) => [
      entryOf(one, 'open', dayOf(one), `open-${one.id}`),
      ...expectedDays(one, to).map((day) =>
        entryOf(one, 'expected', day, `expected-${one.id}-${day}`),
      ),
    ]),
    ...campaignEntriesOf(campaigns),
  ];
  return entries
    .filter(({ day }) => day >= from && day <= to)
    .sort(
      (a, b) =>
        a.day.localeCompare(b.day) ||
        a.registration.localeCompare(b.registration, 'en', { numeric: true }),
    );
}

/** More vehicles of one depot away on a day than allowed. */
export interface Conflict {
  readonly day: Day;
  readonly depot: string;
  readonly vehicles: readonly string[];
}

/** Future days on which too many vehicles of one depot are planned to be away. */
export function conflictsOf(open: readonly Schedule[], now: Day): Conflict[] {
  const away = new Map<string, { day: Day; depot: string; vehicles: Set<string> }>();
  for (const schedule of open) {
    const day = dayOf(schedule);
    if (schedule.depot === null || day < now) continue;
    const key = `${day} ${schedule.depot.id}`;
    const found = away.get(key) ?? { day, depot: schedule.depot.name, vehicles: new Set() };
    found.vehicles.add(schedule.registration);
    away.set(key, found);
  }
  return [...away.values()]
    .filter(({ vehicles }) => vehicles.size > DEPOT_DAY_LIMIT)
    .map(({ vehicles, ...rest }) => ({ ...rest, vehicles: [...vehicles].sort() }))
    .sort((a, b) => a.day.localeCompare(b.day) || a.depot.localeCompare(b.depot));
}

/** The fields of a vehicle needed to find gaps. */
export interface FleetVehicle {
  readonly id: number;
  readonly registration: string;
  readonly type: string;
  readonly depot: string;
}

/** A vehicle without a required schedule. */
export interface Gap {
  readonly vehicle: FleetVehicle;
  readonly type: ScheduleType;
}

/** Vehicles without a required schedule: an MOT, a safety inspection. */
export function gapsOf(
  fleet: readonly FleetVehicle[],
  open: readonly Schedule[],
  types: readonly ScheduleType[],
): Gap[] {
  const planned = new Set(open.map(({ vehicle, category }) => `${vehicle} ${category}`));
  const needed = types.filter(({ category }) => (NEEDED as readonly string[]).includes(category));
  return fleet.flatMap((vehicle) =>
    needed
      .filter(
        ({ category, vehicle_types: forTypes }) =>
          (forTypes.length === 0 || (forTypes as readonly string[]).includes(vehicle.type)) &&
          !planned.has(`${vehicle.id} ${category}`),
      )
      .map((type) => ({ vehicle, type })),
  );
}

/** A row of the wall chart. */
export interface ChartRow {
  readonly vehicle: number;
  readonly registration: string;
  readonly depot: string;
  readonly entries: readonly Entry[];
}

/** Entries by vehicle; vehicles by depot, then registration. */
export function rowsOf(entries: readonly Entry[]): ChartRow[] {
  const rows = new Map<number, { first: Entry; entries: Entry[] }>();
  for (const entry of entries) {
    const row = rows.get(entry.vehicle) ?? { first: entry, entries: [] };
    row.entries.push(entry);
    rows.set(entry.vehicle, row);
  }
  return [...rows.values()]
    .map(({ first, entries: own }) => ({
      vehicle: first.vehicle,
      registration: first.registration,
      depot: first.depot,
      entries: own,
    }))
    .sort(
      (a, b) =>
        a.depot.localeCompare(b.depot) ||
        a.registration.localeCompare(b.registration, 'en', { numeric: true }),
    );
}

/**
 * A lane for each entry of a row so that none overlap: entries of one week are stacked.
 *
 * @returns the lanes in the order of the entries, and their number
 */
export function lanesOf(entries: readonly Entry[], weekOfDay: (day: Day) => number) {
  const taken = new Map<number, number>();
  const lanes = entries.map(({ day }) => {
    const week = weekOfDay(day);
    const lane = taken.get(week) ?? 0;
    taken.set(week, lane + 1);
    return lane;
  });
  return { lanes, count: Math.max(1, ...taken.values()) };
}

/**
 * A year in ISO weeks: from the Monday of the week of 1 January to the Sunday of that of 31
 * December.
 */
export function weeksOfYear(year: number, mondayOf: (day: Day) => Day): Day[] {
  const weeks: Day[] = [];
  for (let day = mondayOf(`${year}-01-01`); day <= `${year}-12-31`; day = addDays(day, 7)) {
    weeks.push(day);
  }
  return weeks;
}
