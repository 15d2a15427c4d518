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
  const locale = useLocale();
  const { at, now, entries, conflicts } = planner;
  const [dragged, setDragged] = useState<ScheduleEntry | null>(null);
  const [over, setOver] = useState<Day | null>(null);
  const weeks = useMemo(() => weeksOfMonth(at), [at]);
  const byDay = useMemo(() => grouped(entries, ({ day }) => day), [entries]);
  const name = (day: Day, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.parse(day));
  const isAllowed = (day: Day) => dragged !== null && mayPlanOn(dragged.schedule, day, now);
  const classesOf = (day: Day) =>
    cx(
      styles.planDay,
      day.slice(0, 7) !== at.slice(0, 7) && styles.other,
      day === now && styles.today,
      !byDay.has(day) && styles.empty,
      dragged !== null && (isAllowed(day) ? styles.allowed : styles.denied),
      over === day && isAllowed(day) && styles.over,
    );
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
          {week.map((day) => {
            const crowded = conflicts.filter((one) => one.day === day);
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the details of a mark offer the same by keyboard
              <div
                key={day}
                data-part="plan-day"
                data-other={day.slice(0, 7) !== at.slice(0, 7)}
                className={classesOf(day)}
                onDragOver={(event) => {
                  if (!isAllowed(day)) return;
                  event.preventDefault();
                  setOver(day);
                }}
                onDragLeave={() => setOver(null)}
                onDrop={(event) => {
                  event.preventDefault();
                  if (dragged !== null && isAllowed(day) && dragged.day !== day) {
                    planner.plan.mutate({ schedule: dragged.schedule, day });
                  }
                  setDragged(null);
                  setOver(null);
                }}
              >
                <h3>
                  <span
                    className={cx(
                      stack({ align: 'center', items: 'center' }),
                      styles.planDayNumber,
                    )}
                    aria-hidden="true"
                  >
                    {Number(day.slice(8))}
                  </span>
                  <span className={cx(look({ overflow: 'hidden' }), styles.planDayName)}>
                    {name(day, { weekday: 'long', day: 'numeric', month: 'long' })}
                  </span>
                  {crowded.map(({ depot, vehicles }) => (
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
                  ))}
                </h3>
                <DayMarks
                  entries={byDay.get(day) ?? []}
                  planner={planner}
                  mayMove={mayMove}
                  onDrag={setDragged}
                />
              </div>
            );
          })}
        </section>
      ))}
    </div>
  );
}
