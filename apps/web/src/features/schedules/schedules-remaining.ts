import { formatDuration } from '@roadworthy/domain';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { today } from '../../ui/date-range/calendar.ts';
import { useDisplay, useLocale } from '../../ui/display.ts';
import type { Schedule } from './schedules-plan.ts';

const DAY_S = 86_400;

/**
 * The time until a due day in words: "in 2 months 5 days", "3 days ago" (H-32, S-20 to S-22).
 * Due dates have no time, so whole days are counted, in the user's time zone.
 */
export function useRemaining(): (schedule: Pick<Schedule, 'due_date'>) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  const { timeZone } = useDisplay().dates;
  return useCallback(
    ({ due_date: due }) => {
      const lengthMs = Date.parse(due.slice(0, 10)) - Date.parse(today(timeZone));
      if (lengthMs === 0) return t('planner.today');
      const days = Math.round(lengthMs / 1000 / DAY_S);
      const time = formatDuration(Math.abs(days) * DAY_S, locale);
      return t(days < 0 ? 'planner.ago' : 'planner.in', { time });
    },
    [t, locale, timeZone],
  );
}
