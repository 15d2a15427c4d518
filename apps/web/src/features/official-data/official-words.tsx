import { formatDate, formatDateTime, formatDistance, type OfficialFlag } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay } from '../../ui/display.ts';
import { row } from '../../ui/look/look.ts';
import type { OfficialRow } from './official-data.ts';

export const NONE = '–';

const TONES: Readonly<Record<OfficialFlag, 'bad' | 'warn'>> = {
  untaxed: 'bad',
  sorn: 'warn',
  mot_overdue: 'bad',
  mot_failed: 'bad',
  difference: 'warn',
  not_found: 'warn',
  failed: 'warn',
};

/** What needs attention, as words. */
export function OfficialFlags({ flags }: Pick<OfficialRow, 'flags'>) {
  const { t } = useTranslation();
  if (flags.length === 0) return NONE;
  return (
    <span className={row({ gap: 1, wrap: true })}>
      {flags.map((flag) => (
        <Badge key={flag} tone={TONES[flag]}>
          {t(`officialData.flag.${flag}`)}
        </Badge>
      ))}
    </span>
  );
}

/** Days, times and distances in the person's formats; a dash for none. */
export function useOfficialTexts() {
  const { dates, locale, unit } = useDisplay();
  return {
    day: (text: string | null) =>
      text === null ? NONE : formatDate(Date.parse(text), { ...dates, timeZone: 'UTC' }),
    moment: (text: string | null) =>
      text === null ? NONE : formatDateTime(Date.parse(text), dates),
    distance: (metres: number) => formatDistance(metres, unit, locale, 0),
  };
}
