import { formatDate, formatDistance, formatNumber } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay } from '../../ui/display.ts';
import type { NextService } from './service-plans.ts';

const TONES = { overdue: 'bad', due: 'warn', expiring: 'warn', planned: 'good' } as const;

/** The state of a next service as a word. */
export function ServiceState({ state }: Pick<NextService, 'state'>) {
  const { t } = useTranslation();
  if (state === null) return '–';
  return <Badge tone={TONES[state]}>{t(`servicePlans.state.${state}`)}</Badge>;
}

/** Texts of distances, engine hours and days in the person's formats. */
export function useServiceTexts() {
  const { t } = useTranslation();
  const { dates, locale, unit } = useDisplay();
  const distance = (metres: number) => formatDistance(metres, unit, locale, 0);
  const hours = (seconds: number) =>
    t('servicePlans.hours', { hours: formatNumber(seconds / 3600, locale, 0) });
  return {
    distance,
    hours,
    day: (text: string) => formatDate(Date.parse(text), { ...dates, timeZone: 'UTC' }),
    moment: (text: string) => formatDate(Date.parse(text), dates),
    /** What is left by distance and by engine hours; null if the plan names neither. */
    remaining: ({ remaining_engine_s, remaining_m }: NextService): string | null => {
      const texts = [
        ...(remaining_m === null ? [] : [distance(remaining_m)]),
        ...(remaining_engine_s === null ? [] : [hours(remaining_engine_s)]),
      ];
      return texts.length === 0 ? null : texts.join(', ');
    },
  };
}
