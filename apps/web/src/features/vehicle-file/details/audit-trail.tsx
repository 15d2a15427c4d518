import type { AnswerOf, contract } from '@roadworthy/contract';
import { activityStatus, formatDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { formatDay, readDay } from '../../../ui/date-range/calendar.ts';
import { useDisplay } from '../../../ui/display.ts';
import { knownText } from '../../../ui/known-text.ts';
import { look } from '../../../ui/look/look.ts';
import { ACTIVITIES_KEY, type Activity } from '../../../ui/vehicle-file/activities.ts';
import { useStatusText } from '../status-badge.tsx';

/** Fields with a day. */
const DAYS: ReadonlySet<string> = new Set(['due_date', 'planned_date', 'activity_fulfilled_at']);

type Entry = AnswerOf<typeof contract.vehicleFile.trail>[number];

/** A value of the trail as text: days in the user's format, statuses and booleans in words. */
function useValueText(reference: string) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const statusText = useStatusText();
  return (field: string, value: string): string => {
    const day = readDay(value.slice(0, 10));
    if (DAYS.has(field) && day !== null) return formatDay(day, dates.dateFormat);
    if (field === 'taken_at') return formatDateTime(Date.parse(value), dates);
    if (field === 'due_source') return t(`officialData.source.${value}`);
    if (field === 'archived') return t(value === 'true' ? 'vehicleFile.yes' : 'vehicleFile.no');
    return field === 'status' ? statusText(activityStatus(reference, value)) : knownText(value, t);
  };
}

function Change({
  change: { field, before, after },
  reference,
}: {
  readonly change: Entry['changes'][number];
  readonly reference: string;
}) {
  const { t } = useTranslation();
  const text = useValueText(reference);
  return (
    <li>
      <span className={look({ tone: 'quiet', size: 'small' })}>
        {t(`vehicleFile.field.${field}`, field)}
      </span>{' '}
      {before !== null && <del>{text(field, before)}</del>}{' '}
      <ins>{after === null ? t('vehicleFile.trail.nothing') : text(field, after)}</ins>
    </li>
  );
}

/** The changes; a value that stays empty is omitted. */
function Changes({ entry, reference }: { readonly entry: Entry; readonly reference: string }) {
  const told = entry.changes.filter(({ before, after }) => before !== null || after !== null);
  if (told.length === 0) return null;
  return (
    <ul>
      {told.map((change) => (
        <Change key={change.field} change={change} reference={reference} />
      ))}
    </ul>
  );
}

/** The changes of an activity: person, time, and old and new values. */
export function AuditTrail({ activity }: { readonly activity: Activity }) {
  const { id, activity_type_reference: reference } = activity;
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const trail = useQuery({
    queryKey: [ACTIVITIES_KEY, 'trail', id],
    queryFn: ({ signal }) => api.vehicleFile.trail({ params: { id }, signal, quiet: true }),
  });
  return (
    <section className="details-section">
      <h3>{t('vehicleFile.trail')}</h3>
      {trail.isError && (
        <div className="details-message" role="alert">
          <p>{t('vehicleFile.trail.failed')}</p>
          <Button onClick={() => void trail.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      <ol className="audit-trail">
        {(trail.data ?? []).map((entry) => (
          <li key={entry.id}>
            <strong>{t(`vehicleFile.trail.${entry.action}`)}</strong>
            <span className={look({ tone: 'quiet', size: 'small' })}>
              {t('vehicleFile.trail.by', {
                who: entry.by ?? t('vehicleFile.trail.system'),
                when: formatDateTime(Date.parse(entry.at), dates),
              })}
            </span>
            <Changes entry={entry} reference={reference} />
          </li>
        ))}
      </ol>
    </section>
  );
}
