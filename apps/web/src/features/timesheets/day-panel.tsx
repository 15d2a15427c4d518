import { formatTime } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { accessOf, destination } from '../../ui/destinations.ts';
import { useDisplay, useLocale } from '../../ui/display.ts';
import { cx, look } from '../../ui/look/look.ts';
import { hoursText } from '../tracking/tracking-hours.ts';
import styles from './timesheets.module.css';
import { dayText } from './timesheets-columns.tsx';
import type { TimesheetDay } from './use-timesheet.ts';

/** The breaks of one day, with links to its trips and its trace. */
export function DayPanel({
  day,
  vehicleId,
  onClose,
}: {
  readonly day: TimesheetDay;
  /** The vehicle of the day, if there is only one. */
  readonly vehicleId: number | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { dates } = useDisplay();
  const { current } = useSession();
  const name = dayText(day.date, dates.dateFormat, locale);
  const links = [
    ['timesheets.showTrips', destination('trips')],
    ['timesheets.showTrace', destination('trace')],
  ] as const;
  return (
    <section
      className={cx(look({ padding: 4, ground: 'surface', borderTop: true }), styles.dayPanel)}
      aria-label={t('timesheets.breaksOf', { day: name })}
    >
      <header>
        <h2>{t('timesheets.breaksOf', { day: name })}</h2>
        {vehicleId !== null &&
          links.map(
            ([label, to]) =>
              may(current, accessOf(to)) && (
                <Link
                  key={label}
                  className="button"
                  to={to.path}
                  search={{ vehicleId, startDate: day.date }}
                >
                  {t(label)}
                </Link>
              ),
          )}
        <Button kind="icon" aria-label={t('timesheets.closeDay')} onClick={onClose}>
          <span aria-hidden="true">×</span>
        </Button>
      </header>
      {day.breaks.length === 0 ? (
        <p>{t(day.first_start === null ? 'timesheets.restDay' : 'timesheets.noBreaks')}</p>
      ) : (
        <ol>
          {day.breaks.map(({ start, end }) => (
            <li key={start}>
              <span>
                {formatTime(Date.parse(start), dates)} – {formatTime(Date.parse(end), dates)}
              </span>
              <strong>{hoursText((Date.parse(end) - Date.parse(start)) / 1000)}</strong>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
