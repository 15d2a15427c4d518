import { formatDate, formatDistance, formatNumber } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay } from '../../ui/display.ts';
import { knownText } from '../../ui/known-text.ts';
import type { NextService } from './service-plans.ts';

const TONES = { overdue: 'bad', due: 'warn', expiring: 'warn', planned: 'good' } as const;

/** The state of a next service as a word. */
export function ServiceState({ state }: Pick<NextService, 'state'>) {
  const { t } = useTranslation();
  if (state === null) return '–';
  return <Badge tone={TONES[state]}>{t(`servicePlans.state.${state}`)}</Badge>;
}

/** The columns with the name of a service and its state. */
export const serviceColumns = (t: TFunction) =>
  [
    {
      key: 'service',
      label: t('servicePlans.service'),
      cell: ({ schedule_type }) => knownText(schedule_type.name, t),
    },
    {
      key: 'state',
      label: t('servicePlans.state'),
      cell: ({ state }) => <ServiceState state={state} />,
    },
  ] as const satisfies readonly Column<Pick<NextService, 'schedule_type' | 'state'>>[];

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
