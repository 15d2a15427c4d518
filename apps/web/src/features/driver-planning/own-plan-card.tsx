import { formatDate } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { look } from '../../ui/look/look.ts';
import { OwnCard } from '../../ui/own-card/own-card.tsx';
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
    <OwnCard id="own-plan" title={t('planning.own.title')} icon={CalendarDays}>
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
    </OwnCard>
  );
}
