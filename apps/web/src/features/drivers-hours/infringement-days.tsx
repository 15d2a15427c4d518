import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDate } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { DayBars } from './day-bars.tsx';

export type Infringement = AnswerOf<typeof contract.driversHours.debrief>;

const DAY_MS = 24 * 3_600_000;
/** The bars help with a rule of a day; of longer periods, the driver's page has the weeks. */
const MOST_DAYS = 3;
/** The driver's page shows no more days at once. */
const MOST_PAGE_DAYS = 62;

/** The days (UTC) in which an infringement began and ended; the last ones of a long period. */
export function daysOfInfringement({ end, start }: Pick<Infringement, 'end' | 'start'>) {
  const firstMs = Math.max(Date.parse(start), Date.parse(end) - (MOST_PAGE_DAYS - 1) * DAY_MS);
  return { from: toApiDate(firstMs, 'UTC'), to: toApiDate(Date.parse(end), 'UTC') };
}

/** What the driver did on the days of an infringement; nothing for one of more than some days. */
export function InfringementDays({ one }: { readonly one: Infringement }) {
  const { t } = useTranslation();
  const { from, to } = daysOfInfringement(one);
  const startMs = Date.parse(from);
  const endMs = Date.parse(to) + DAY_MS;
  const isShort = endMs - startMs <= MOST_DAYS * DAY_MS;
  const { id } = one.driver;
  const read = useQuery({
    queryKey: ['drivers-hours', 'driver', id, from, to],
    queryFn: ({ signal }) =>
      api.driversHours.driver({ params: { id }, query: { from, to }, signal }),
    enabled: isShort,
  });
  if (!isShort) return null;
  // An activity may begin before the first day or end after the last one.
  const activities = (read.data?.activities ?? []).flatMap((activity) => {
    const fromMs = Math.max(Date.parse(activity.start), startMs);
    const untilMs = Math.min(Date.parse(activity.end), endMs);
    if (untilMs <= fromMs) return [];
    const part = { start: new Date(fromMs).toISOString(), end: new Date(untilMs).toISOString() };
    return [{ ...activity, ...part }];
  });
  return (
    <>
      <SettingsState read={read} />
      {activities.length > 0 && <DayBars activities={activities} />}
      {read.data !== undefined && activities.length === 0 && <p>{t('hours.noActivities')}</p>}
    </>
  );
}
