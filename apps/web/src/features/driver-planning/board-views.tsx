import { toApiDate } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { addDays, formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { DriverLink } from '../../ui/entity-link/entity-link.tsx';
import { look, stack } from '../../ui/look/look.ts';
import { AbsenceCard, AddButton, type BoardActions, ShiftCard } from './board-cards.tsx';
import { type Board, type BoardRow, driverText } from './driver-planning.ts';

const DAYS = 7;

/** The days of the week of a board, Monday first. */
const daysOf = ({ week }: Board) => Array.from({ length: DAYS }, (_, n) => addDays(week, n));

/** "Mon 05/01/26" */
function useDayHeading(): (day: string, isLong?: boolean) => string {
  const { i18n } = useTranslation();
  const { dates } = useDisplay();
  return (day, isLong = false) => {
    const weekday = new Intl.DateTimeFormat(i18n.language, {
      weekday: isLong ? 'long' : 'short',
      timeZone: 'UTC',
    }).format(Date.parse(day));
    return `${weekday} ${formatDay(day, dates.dateFormat)}`;
  };
}

/** What a driver has on a day: the shifts that begin on it, and the absences that touch it. */
function ofDay({ absences, shifts }: BoardRow, day: string, zone: string) {
  const dayOf = (time: string) => toApiDate(Date.parse(time), zone);
  return {
    shifts: shifts.filter(({ start }) => dayOf(start) === day),
    absences: absences.filter(
      ({ end, start }) => dayOf(start) <= day && toApiDate(Date.parse(end) - 1000, zone) >= day,
    ),
  };
}

function Cell({
  row,
  day,
  dayText,
  ...actions
}: BoardActions & { readonly row: BoardRow; readonly day: string; readonly dayText: string }) {
  const { absences, shifts } = ofDay(row, day, actions.zone);
  return (
    <div className={stack({ gap: 1, items: 'start' })}>
      {absences.map((one) => (
        <AbsenceCard key={one.id} absence={one} onAbsence={actions.onAbsence} />
      ))}
      {shifts.map((one) => (
        <ShiftCard key={one.id} shift={one} zone={actions.zone} onOpen={actions.onOpen} />
      ))}
      {actions.onAdd !== null && (
        <AddButton driver={row.driver} day={day} dayText={dayText} onAdd={actions.onAdd} />
      )}
    </div>
  );
}

/** The week as a table: a row for each driver, a column for each day. */
export function BoardTable({ board, ...actions }: BoardActions & { readonly board: Board }) {
  const { t } = useTranslation();
  const heading = useDayHeading();
  const days = daysOf(board);
  const cell = look({ padding: 2, borderBottom: true, text: 'left' });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is reached by keyboard
    <section className={look({ overflowX: 'auto' })} aria-label={t('planning.board')} tabIndex={0}>
      <table className={look({ width: 'full' })}>
        <caption className="visually-hidden">{t('planning.board')}</caption>
        <thead>
          <tr>
            <th scope="col" className={cell}>
              {t('planning.driver')}
            </th>
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                className={cell}
                aria-current={day === board.today ? 'date' : undefined}
              >
                {heading(day)}
                {day === board.today && ` (${t('planning.today')})`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {board.results.map((one) => (
            <tr key={one.driver.id}>
              <th scope="row" className={cell}>
                <DriverLink driver={one.driver} />
              </th>
              {days.map((day) => (
                <td key={day} className={cell}>
                  <Cell row={one} day={day} dayText={heading(day)} {...actions} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The week as a list of days, for phones: who works, and who is away. */
export function BoardDays({ board, ...actions }: BoardActions & { readonly board: Board }) {
  const { t } = useTranslation();
  const heading = useDayHeading();
  return (
    <div className={stack({ columns: 'one', gap: 4 })}>
      {daysOf(board).map((day) => {
        const rows = board.results.map((row) => ({ row, ...ofDay(row, day, board.time_zone) }));
        const isFree = rows.every((one) => one.shifts.length + one.absences.length === 0);
        return (
          <section
            key={day}
            className={stack({ columns: 'one', gap: 2 })}
            aria-label={heading(day)}
          >
            <h2 className={look({ size: 'lead', margin: 0 })}>
              {heading(day, true)}
              {day === board.today && ` (${t('planning.today')})`}
            </h2>
            {isFree && (
              <p className={look({ tone: 'quiet', margin: 0 })}>{t('planning.freeDay')}</p>
            )}
            {rows.flatMap(({ absences, row, shifts }) => [
              ...absences.map((one) => (
                <AbsenceCard
                  key={`absence ${one.id}`}
                  absence={one}
                  name={driverText(row.driver)}
                  onAbsence={actions.onAbsence}
                />
              )),
              ...shifts.map((one) => (
                <ShiftCard
                  key={`shift ${one.id}`}
                  shift={one}
                  name={driverText(row.driver)}
                  zone={actions.zone}
                  onOpen={actions.onOpen}
                />
              )),
            ])}
          </section>
        );
      })}
    </div>
  );
}
