import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useDisplay } from '../../../shell/display.ts';
import { ACTIVITIES_KEY } from '../activity/use-activities.ts';

type Entry = AnswerOf<typeof contract.vehicleFile.trail>[number];

function Change({ change }: { readonly change: Entry['changes'][number] }) {
  const { t } = useTranslation();
  const none = t('vehicleFile.trail.nothing');
  return (
    <li>
      <span className="details-quiet">{t(`vehicleFile.field.${change.field}`, change.field)}</span>{' '}
      {change.before !== null && <del>{change.before}</del>} <ins>{change.after ?? none}</ins>
    </li>
  );
}

/** Every change of an activity: who, when, what, and what it was before. */
export function AuditTrail({ id }: { readonly id: number }) {
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
          <button type="button" className="button" onClick={() => void trail.refetch()}>
            {t('action.retry')}
          </button>
        </div>
      )}
      <ol className="audit-trail">
        {(trail.data ?? []).map((entry) => (
          <li key={entry.id}>
            <strong>{t(`vehicleFile.trail.${entry.action}`)}</strong>
            <span className="details-quiet">
              {t('vehicleFile.trail.by', {
                who: entry.by ?? t('vehicleFile.trail.system'),
                when: formatDateTime(Date.parse(entry.at), dates),
              })}
            </span>
            {entry.changes.length > 0 && (
              <ul>
                {entry.changes.map((change) => (
                  <Change key={change.field} change={change} />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
