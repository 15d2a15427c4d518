import { type DriverFileState, formatDate } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay } from '../../ui/display.ts';

const TONES = {
  expired: 'bad',
  missing: 'bad',
  expires_soon: 'warn',
  valid: 'good',
  not_needed: 'quiet',
} as const;

/** The state of an item as a word. */
export function FileState({ state }: { readonly state: DriverFileState }) {
  const { t } = useTranslation();
  return <Badge tone={TONES[state]}>{t(`driversFile.state.${state}`)}</Badge>;
}

/** A day of a document, which is the same in all time zones; a dash for none. */
export function useDayText(): (day: string | null) => string {
  const { dates } = useDisplay();
  return (day) => (day === null ? '–' : formatDate(Date.parse(day), { ...dates, timeZone: 'UTC' }));
}
