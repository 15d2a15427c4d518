import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { type Day, weekNumber, weeksOfMonth } from '../../ui/date-range/calendar.ts';
import { useLocale } from '../../ui/display.ts';
import { knownText } from '../../ui/known-text.ts';
import { cx, look, stack } from '../../ui/look/look.ts';
import styles from './planner.module.css';
import { Mark } from './schedules-mark.tsx';
import { type Entry, grouped, isMovable, mayPlanOn, type ScheduleEntry } from './schedules-plan.ts';
import { isSelected, type Planner } from './use-planner.ts';

/** Marks of a day that show before the others are expanded. */
const SHOWN = 4;
const NONE: readonly Entry[] = [];

function DayMarks({
  entries,
  planner,
  mayMove,
  onDrag,
}: {
  readonly entries: readonly Entry[];
  readonly planner: Planner;
  readonly mayMove: boolean;
  readonly onDrag: (entry: ScheduleEntry | null) => void;
}) {
  const { t } = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      <ul>
        {entries.map((entry, index) => (
          // In print the hidden ones show too.
          <li key={entry.key} hidden={!isWhole && index >= SHOWN}>
            <Mark
              entry={entry}
              className={styles.planChip}
              isSelected={isSelected(planner, entry)}
              isMovable={mayMove && isMovable(entry, planner.now)}
              onOpen={() => planner.openEntry(entry)}
              onDrag={onDrag}
            >
              <span className={look({ overflow: 'hidden', ellipsis: true, nowrap: true })}>
                <strong>{knownText(entry.category, t)}</strong> {entry.registration}
              </span>
            </Mark>
          </li>
        ))}
      </ul>
      {entries.length > SHOWN && (
        <Button kind="bare" className={styles.planMore} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('planner.fewer') : t('planner.more', { count: entries.length - SHOWN })}
        </Button>
      )}
    </>
  );
}

/** Formats parts of a day in the person's language. */
function useName() {
  const locale = useLocale();
  return (day: Day, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.parse(day));
}

/** The dragged entry, and the day that it is over. */
function useDrag(now: Day) {
  const [dragged, setDragged] = useState<ScheduleEntry | null>(null);
  const [over, setOver] = useState<Day | null>(null);
  return {
    dragged,
    setDragged,
    over,
    setOver,
    isAllowed: (day: Day) => dragged !== null && mayPlanOn(dragged.schedule, day, now),
  };
}

/** The depots with too many vehicles away on a day. */
function Conflicts({ conflicts }: { readonly conflicts: Planner['conflicts'] }) {
  const { t } = useTranslation();
  return conflicts.map(({ depot, vehicles }) => (
    <span
      key={depot}
      className={look({
        paddingY: 0,
        paddingX: 2,
        tone: 'warn',
        ground: 'warn',
        radius: 'pill',
      })}
      title={t('planner.conflict', { depot, count: vehicles.length })}
    >
      <span aria-hidden="true">⚠ {vehicles.length}</span>
      <span className="visually-hidden">
        {t('planner.conflict', { depot, count: vehicles.length })}
      </span>
    </span>
  ));
}

/** A day of the month, on which an entry can be dropped. */
function MonthDay({
  day,
  planner,
  entries,
  drag,
  mayMove,
}: {
  readonly day: Day;
  readonly planner: Planner;
  readonly entries: readonly Entry[];
  readonly drag: ReturnType<typeof useDrag>;
  readonly mayMove: boolean;
}) {
  const name = useName();
  const { dragged, over } = drag;
  const isAllowed = drag.isAllowed(day);
  const isOther = day.slice(0, 7) !== planner.at.slice(0, 7);
  const classes = cx(
    styles.planDay,
    isOther && styles.other,
    day === planner.now && styles.today,
    entries.length === 0 && styles.empty,
    dragged !== null && (isAllowed ? styles.allowed : styles.denied),
    over === day && isAllowed && styles.over,
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the details of a mark offer the same by keyboard
    <div
      data-part="plan-day"
      data-other={isOther}
      className={classes}
      onDragOver={(event) => {
        if (!isAllowed) return;
        event.preventDefault();
        drag.setOver(day);
      }}
      onDragLeave={() => drag.setOver(null)}
      onDrop={(event) => {
        event.preventDefault();
        if (dragged !== null && isAllowed && dragged.day !== day) {
          planner.plan.mutate({ schedule: dragged.schedule, day });
        }
        drag.setDragged(null);
        drag.setOver(null);
      }}
    >
      <h3>
        <span
          className={cx(stack({ align: 'center', items: 'center' }), styles.planDayNumber)}
          aria-hidden="true"
        >
          {Number(day.slice(8))}
        </span>
        <span className={cx(look({ overflow: 'hidden' }), styles.planDayName)}>
          {name(day, { weekday: 'long', day: 'numeric', month: 'long' })}
        </span>
        <Conflicts conflicts={planner.conflicts.filter((one) => one.day === day)} />
      </h3>
      <DayMarks entries={entries} planner={planner} mayMove={mayMove} onDrag={drag.setDragged} />
    </div>
  );
}

/**
 * A month as a calendar, Monday first, with ISO weeks; on a phone a list of the days with entries.
 */
export function MonthView({
  planner,
  mayMove,
}: {
  readonly planner: Planner;
  readonly mayMove: boolean;
}) {
  const { t } = useTranslation();
  const name = useName();
  const { at, now, entries } = planner;
  const drag = useDrag(now);
  const weeks = useMemo(() => weeksOfMonth(at), [at]);
  const byDay = useMemo(() => grouped(entries, ({ day }) => day), [entries]);
  return (
    <div data-part="plan-month">
      <div
        className={cx(
          stack({
            tone: 'quiet',
            size: 'small',
            weight: 'strong',
            ground: 'surface',
            borderBottom: true,
          }),
          styles.planWeekdays,
        )}
        aria-hidden="true"
      >
        <span>{t('date.week')}</span>
        {weeks[0]?.map((day) => (
          <span key={day}>{name(day, { weekday: 'short' })}</span>
        ))}
      </div>
      {weeks.map((week) => (
        <section
          key={week[0]}
          className={cx(stack(), styles.planWeek)}
          aria-label={t('date.weekNumber', { week: String(weekNumber(week[0] ?? at)) })}
        >
          <span
            className={cx(
              look({ tone: 'quiet', size: 'small', ground: 'ground', borderBottom: true }),
              styles.planWeekNumber,
            )}
          >
            {weekNumber(week[0] ?? at)}
          </span>
          {week.map((day) => (
            <MonthDay
              key={day}
              day={day}
              planner={planner}
              entries={byDay.get(day) ?? NONE}
              drag={drag}
              mayMove={mayMove}
            />
          ))}
        </section>
      ))}
    </div>
  );
}
