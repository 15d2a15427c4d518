import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, type Day, mondayOf, weekNumber } from '../../ui/date-range/calendar.ts';
import { useLocale } from '../../ui/display.ts';
import { knownText } from '../../ui/known-text.ts';
import { cx, look, row } from '../../ui/look/look.ts';
import styles from './planner.module.css';
import { Mark } from './schedules-mark.tsx';
import {
  type ChartRow,
  grouped,
  isMovable,
  lanesOf,
  mayPlanOn,
  rowsOf,
  type ScheduleEntry,
  weeksOfYear,
  windowOf,
} from './schedules-plan.ts';
import { isSelected, type Planner } from './use-planner.ts';

const LANE_PX = 26;
const DAY_MS = 86_400_000;

/** The position of a day on the chart, as a fraction of its width. */
function shareOf(day: Day, weeks: readonly Day[]): number {
  const first = Date.parse(weeks[0] ?? day);
  return (Date.parse(day) - first) / DAY_MS / (weeks.length * 7);
}

const VEHICLE_HEAD = cx(
  look({
    paddingRight: 2,
    paddingLeft: 4,
    paddingY: 0,
    text: 'left',
    size: 'small',
    nowrap: true,
    ground: 'surface',
    borderBottom: true,
  }),
  styles.planVehicle,
);

function Heads({ weeks, now }: { readonly weeks: readonly Day[]; readonly now: Day }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const month = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  // An ISO week belongs to the month of its Thursday.
  const months = grouped(weeks, (monday) => addDays(monday, 3).slice(0, 7));
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2} className={VEHICLE_HEAD}>
          {t('vehicleFile.vehicle')}
        </th>
        <th className={look({ padding: 0, tone: 'quiet', size: 'small' })}>
          <div className={cx(row(), styles.planMonths)}>
            {[...months].map(([key, own]) => (
              <span key={key} style={{ flexGrow: own.length }}>
                {month.format(Date.parse(`${key}-01`))}
              </span>
            ))}
          </div>
          <div className={cx(row(), styles.planWeekNumbers)}>
            {weeks.map((monday) => (
              <span key={monday} className={mondayOf(now) === monday ? styles.today : undefined}>
                {weekNumber(monday)}
              </span>
            ))}
          </div>
        </th>
      </tr>
    </thead>
  );
}

function Row({
  row,
  weeks,
  planner,
  mayMove,
}: {
  readonly row: ChartRow;
  readonly weeks: readonly Day[];
  readonly planner: Planner;
  readonly mayMove: boolean;
}) {
  const { now } = planner;
  const [dragged, setDragged] = useState<ScheduleEntry | null>(null);
  const weekAt = (day: Day) => Math.floor(shareOf(day, weeks) * weeks.length);
  const { lanes, count } = lanesOf(row.entries, weekAt);
  const window = dragged === null ? null : windowOf(dragged.schedule, now);
  /**
   * The day under the pointer; a week is as wide as one mark, so the nearest day of the window is
   * used.
   */
  const dayUnder = (event: React.DragEvent): Day | null => {
    if (window === null) return null;
    const box = event.currentTarget.getBoundingClientRect();
    const days = Math.floor(((event.clientX - box.left) / box.width) * weeks.length * 7);
    const day = addDays(weeks[0] ?? now, days);
    if (day < window.from && mondayOf(day) === mondayOf(window.from)) return window.from;
    if (day > window.to && mondayOf(day) === mondayOf(window.to)) return window.to;
    return day;
  };
  const isAllowed = (day: Day | null) =>
    dragged !== null && day !== null && mayPlanOn(dragged.schedule, day, now);
  const { t } = useTranslation();
  return (
    <tr>
      <th scope="row" className={VEHICLE_HEAD}>
        {row.registration}
      </th>
      <td
        data-part="plan-line"
        className={cx(look({ relative: true, padding: 0, borderBottom: true }), styles.planLine)}
        style={{ height: count * LANE_PX + 6 }}
        onDragOver={(event) => {
          if (isAllowed(dayUnder(event))) event.preventDefault();
        }}
        onDrop={(event) => {
          event.preventDefault();
          const day = dayUnder(event);
          if (dragged !== null && day !== null && isAllowed(day) && day !== dragged.day) {
            planner.plan.mutate({ schedule: dragged.schedule, day });
          }
          setDragged(null);
        }}
      >
        {window !== null && (
          <span
            className={cx(look({ ground: 'accent' }), styles.planWindow)}
            style={{
              left: `${shareOf(window.from, weeks) * 100}%`,
              width: `${(shareOf(addDays(window.to, 1), weeks) - shareOf(window.from, weeks)) * 100}%`,
            }}
          />
        )}
        {row.entries.map((entry, index) => (
          <Mark
            key={entry.key}
            entry={entry}
            className={styles.planDot}
            style={{
              left: `${(weekAt(entry.day) / weeks.length) * 100}%`,
              top: (lanes[index] ?? 0) * LANE_PX + 3,
              width: `${100 / weeks.length}%`,
            }}
            isSelected={entry.kind !== 'expected' && isSelected(planner, entry)}
            isMovable={mayMove && isMovable(entry, now)}
            onOpen={() => planner.openEntry(entry)}
            onDrag={setDragged}
          >
            <span>{knownText(entry.category, t).slice(0, 1)}</span>
          </Mark>
        ))}
      </td>
    </tr>
  );
}

/** The wall chart of a year: a row for each vehicle, by depot, a column for each ISO week. */
export function YearView({
  planner,
  mayMove,
}: {
  readonly planner: Planner;
  readonly mayMove: boolean;
}) {
  const { t } = useTranslation();
  const { at, now, entries } = planner;
  const year = at.slice(0, 4);
  const weeks = useMemo(() => weeksOfYear(Number(year), mondayOf), [year]);
  const depots = useMemo(() => [...grouped(rowsOf(entries), ({ depot }) => depot)], [entries]);
  return (
    <div className={styles.planYear}>
      <table
        aria-label={t('planner.yearOf', { year })}
        style={{ '--weeks': weeks.length } as never}
      >
        <Heads weeks={weeks} now={now} />
        {depots.map(([depot, rows]) => (
          <tbody key={depot}>
            <tr className={styles.planDepot}>
              <th scope="rowgroup" colSpan={2}>
                <span>{depot === '' ? t('planner.noDepot') : depot}</span>
              </th>
            </tr>
            {rows.map((row) => (
              <Row key={row.vehicle} row={row} weeks={weeks} planner={planner} mayMove={mayMove} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
