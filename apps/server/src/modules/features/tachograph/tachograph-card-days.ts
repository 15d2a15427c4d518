import type { ActivityChange, CardDay, CardFile } from '@roadworthy/protocols';

const DAY_MIN = 24 * 60;

/** How much a minute of a record is worth; a minute without a record has less than all. */
const WORTH = { nothing: -1, unknown: 0, byHand: 1, recorded: 2 } as const;

/** A change of activity and the minute at which it ends, exclusive. */
interface Lasting {
  readonly change: ActivityChange;
  readonly endMin: number;
}

/** The days of one application of a card. */
interface Application {
  readonly days: ReadonlyMap<string, CardDay>;
  /** The last activity of this day has no known end. */
  readonly lastDate: string;
}

function worthOf({ cardInserted, crew }: ActivityChange): number {
  if (cardInserted) return WORTH.recorded;
  return crew ? WORTH.byHand : WORTH.unknown;
}

const isSame = (one: ActivityChange, other: ActivityChange) =>
  one.activity === other.activity &&
  one.cardInserted === other.cardInserted &&
  one.crew === other.crew &&
  one.slot === other.slot;

const isSameDay = (one: CardDay, other: CardDay) =>
  one.changes.length === other.changes.length &&
  one.changes.every((change, n) => {
    const match = other.changes[n];
    return match !== undefined && match.minute === change.minute && isSame(match, change);
  });

function applicationOf(days: readonly CardDay[] | undefined): Application | null {
  const known = (days ?? []).flatMap((day) =>
    day.date === null ? [] : [[day.date, day] as const],
  );
  const last = known.at(-1);
  return last === undefined ? null : { days: new Map(known), lastDate: last[0] };
}

const sorted = ({ changes }: CardDay) =>
  [...changes].sort((one, other) => one.minute - other.minute);

/** The activities of a day until the next change; the last one without a known end is left out. */
function lasting(day: CardDay, isLast: boolean): readonly Lasting[] {
  const changes = sorted(day);
  return changes.map((change, n) => ({
    change,
    endMin: changes[n + 1]?.minute ?? (isLast ? change.minute : DAY_MIN),
  }));
}

const minutesWorth = (activities: readonly Lasting[], least: number) =>
  activities.reduce(
    (sum, { change, endMin }) => (worthOf(change) < least ? sum : sum + endMin - change.minute),
    0,
  );

/** What is known of each minute of a day. */
class Minutes {
  readonly #changes: (ActivityChange | undefined)[] = Array.from({ length: DAY_MIN });
  isDisjoint = true;

  add(activities: readonly Lasting[]): void {
    for (const { change, endMin } of activities) {
      for (let minute = change.minute; minute < Math.min(endMin, DAY_MIN); minute += 1) {
        const known = this.#changes[minute];
        const worth = known === undefined ? WORTH.nothing : worthOf(known);
        if (worthOf(change) > worth) this.#changes[minute] = change;
        else if (worth === WORTH.recorded && change.cardInserted) this.isDisjoint = false;
      }
    }
  }

  /** @param last begins where nothing is known any more, and has no known end */
  changes(last: ActivityChange | undefined): ActivityChange[] {
    const result: ActivityChange[] = [];
    for (const [minute, change] of this.#changes.entries()) {
      const unknown: ActivityChange = {
        slot: 'driver',
        crew: false,
        cardInserted: false,
        activity: 'rest',
        minute,
      };
      const next = change ?? (last !== undefined && minute >= last.minute ? last : unknown);
      const before = result.at(-1);
      if (before === undefined || !isSame(before, next)) result.push({ ...next, minute });
    }
    return result;
  }
}

/** A day of which both applications have a record, or one whose end is not known. */
function unitedDay(date: string, applications: readonly Application[], isLastDay: boolean) {
  const records = applications
    .flatMap(({ days, lastDate }) => {
      const day = days.get(date);
      return day === undefined ? [] : [{ day, activities: lasting(day, date === lastDate) }];
    })
    .sort(
      (one, other) =>
        minutesWorth(other.activities, WORTH.byHand) - minutesWorth(one.activities, WORTH.byHand),
    );
  const minutes = new Minutes();
  for (const { activities } of records) minutes.add(activities);
  const open = applications
    .flatMap(({ days, lastDate }) => (lastDate === date ? (days.get(date) ?? []) : []))
    .flatMap((day) => sorted(day).at(-1) ?? [])
    .sort((one, other) => other.minute - one.minute)[0];
  const distances = records.map(({ day }) => day.distanceKm);
  return {
    date,
    presenceCounter: records[0]?.day.presenceCounter ?? null,
    distanceKm: minutes.isDisjoint
      ? distances.reduce((sum, km) => sum + km, 0)
      : Math.max(...distances),
    changes: minutes.changes(isLastDay ? open : undefined),
  };
}

/**
 * The days of a card, oldest first, from both of its applications. A card of generation 2 has two; a
 * vehicle unit of generation 1 writes only the first, so that neither has to be complete (Regulation
 * (EU) 2016/799, Annex 1C, appendix 2, chapter 4, and appendix 15).
 *
 * Days are matched by date: each application counts its own daily presence, so the counters differ once
 * the card was in a vehicle unit of generation 1. A day that only one has, or that is the same in both,
 * is taken as it is. Otherwise each minute is decided alone: what a vehicle unit recorded wins over an
 * entry by hand, and that over unknown time; between equals the record with more known minutes of this
 * day wins, then the second application. A minute is therefore counted once, and a day in two vehicles
 * has the activities of both. Distances are added if no minute is recorded twice; otherwise the longer
 * one counts, which contains the other.
 */
export function cardDays({ first, second }: CardFile): readonly CardDay[] {
  const applications = [second, first].flatMap(
    (one) => applicationOf(one?.driver_activity_data?.days) ?? [],
  );
  const dates = [...new Set(applications.flatMap(({ days }) => [...days.keys()]))].sort();
  return dates.map((date) => {
    const isLastDay = date === dates.at(-1);
    const [one, other] = applications.flatMap(({ days }) => days.get(date) ?? []);
    const isEndKnown = isLastDay || applications.every(({ lastDate }) => lastDate !== date);
    const isPlain = other === undefined ? isEndKnown : one !== undefined && isSameDay(one, other);
    return isPlain && one !== undefined ? one : unitedDay(date, applications, isLastDay);
  });
}
