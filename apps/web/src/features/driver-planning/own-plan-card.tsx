import { formatDate } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { look, row, stack } from '../../ui/look/look.ts';
import { useOwnPlan, usePlanDates, useTimesText } from './use-plan.ts';

/** The next shift of a driver on the home, and the way to all and to requests of absence. */
export default function OwnPlanCard() {
  const { t } = useTranslation();
  const { data } = useOwnPlan(true);
  const zone = data?.time_zone ?? 'UTC';
  const dates = usePlanDates(zone);
  const timesText = useTimesText(zone);
  if (data === undefined || data.driver === null) return null;
  const [next] = data.shifts;
  const open = data.shifts.filter(({ acknowledged_at: at }) => at === null).length;
  return (
    <section
      className={stack({
        gap: 3,
        padding: 4,
        marginBottom: 6,
        ground: 'surface',
        border: 'line',
        radius: 'large',
      })}
      aria-labelledby="own-plan"
    >
      <h2 id="own-plan" className={row({ gap: 2, align: 'center', margin: 0 })}>
        <CalendarDays size={20} aria-hidden="true" />
        {t('planning.own.title')}
      </h2>
      <p className={look({ margin: 0 })}>
        {next === undefined
          ? t('planning.own.empty')
          : t('planning.own.next', {
              day: formatDate(Date.parse(next.start), dates),
              times: timesText(next),
            })}
      </p>
      {open > 0 && (
        <p className={look({ margin: 0, tone: 'warn' })}>
          {t('planning.own.toAcknowledge', { count: open })}
        </p>
      )}
      <Link className="button" to={'/driver-planning/own' as string}>
        {t('planning.own.open')}
      </Link>
    </section>
  );
}
