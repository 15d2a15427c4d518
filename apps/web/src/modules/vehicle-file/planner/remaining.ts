import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../shell/display.ts';
import { intervalText } from '../interval-text.ts';

/** The time until something is due in words: "2m 5d" as "in 2 months 5 days", "-3d" as "3 days ago" (H-32). */
export function useRemaining(): (timeUntil: string) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  return useCallback(
    (timeUntil: string) => {
      const isPast = timeUntil.startsWith('-');
      const time = intervalText(timeUntil.replace('-', ''), locale);
      return t(isPast ? 'planner.ago' : 'planner.in', { time });
    },
    [t, locale],
  );
}
