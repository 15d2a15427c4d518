import { type CoachingState, formatDate } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay } from '../../ui/display.ts';
import { dayMs } from './coaching.ts';

const TONES = { planned: 'warn', held: 'warn', acknowledged: 'good', closed: 'quiet' } as const;

/** The state of a session as a badge. */
export function SessionState({ state }: { readonly state: CoachingState }) {
  const { t } = useTranslation();
  return <Badge tone={TONES[state]}>{t(`coaching.state.${state}`)}</Badge>;
}

/** Writes a day of the API. */
export function useDayText(): (day: string) => string {
  const { dates } = useDisplay();
  return (day) => formatDate(dayMs(day), { ...dates, timeZone: 'UTC' });
}

/** The people who may coach, as options. */
export function useCoaches() {
  const { data = [] } = useQuery({
    queryKey: ['coaches'],
    staleTime: 300_000,
    queryFn: ({ signal }) => api.coaching.coaches({ signal }),
  });
  return data.map(({ id, name }) => ({ value: id, label: name }));
}
