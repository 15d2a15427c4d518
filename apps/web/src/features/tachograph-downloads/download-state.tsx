import { formatDate } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay } from '../../ui/display.ts';
import { DOWNLOADS_KEY, DOWNLOADS_LIST, type Download } from './tachograph-downloads.ts';

const TONES = {
  overdue: 'bad',
  never: 'bad',
  due_soon: 'warn',
  in_time: 'good',
  exempt: 'quiet',
} as const;

/** The state of a download as a word. */
export function DownloadState({ state }: Pick<Download, 'state'>) {
  const { t } = useTranslation();
  return <Badge tone={TONES[state]}>{t(`tachographDownloads.state.${state}`)}</Badge>;
}

/** A day of a download, which is the same in all time zones. */
export function useDayText(): (day: string) => string {
  const { dates } = useDisplay();
  return (day) => formatDate(Date.parse(day), { ...dates, timeZone: 'UTC' });
}

/** The next download of a driver's card or of a vehicle unit; nothing if none is needed. */
export function useDownloadFact(
  of: { readonly driver: number } | { readonly vehicle: number },
  isOffered: boolean,
): readonly (readonly [label: string, value: React.ReactNode])[] {
  const { t } = useTranslation();
  const dayText = useDayText();
  const { data } = useQuery({
    queryKey: [DOWNLOADS_KEY, 'of', of],
    queryFn: ({ signal }) => api.tachographDownloads.list({ query: of, signal, quiet: true }),
    enabled: isOffered,
  });
  const [row] = data?.results ?? [];
  if (row === undefined) return [];
  const text = row.due_on === null ? t('tachographDownloads.state.never') : dayText(row.due_on);
  return [
    [
      t(`tachographDownloads.next.${row.kind}`),
      <Link
        key="download"
        to={'/tachograph' as string}
        search={{ list: DOWNLOADS_LIST, open: row.id } as never}
      >
        {row.state === 'overdue' ? t('tachographDownloads.wasDue', { day: text }) : text}
      </Link>,
    ],
  ];
}
