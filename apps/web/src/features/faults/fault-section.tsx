import { formatDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useDisplay } from '../../ui/display.ts';
import { stack } from '../../ui/look/look.ts';
import { StateBadge } from './fault-words.tsx';
import { FAULTS_KEY } from './faults.ts';

/** The last ones; the list shows all. */
const SHOWN = 10;

/** The section "Faults" of a vehicle: what its devices reported last, with a link to each thread. */
export function FaultSection({ vehicleId }: { readonly vehicleId: number }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const list = useQuery({
    queryKey: [FAULTS_KEY, 'vehicle', vehicleId],
    queryFn: ({ signal }) =>
      api.faults.list({ query: { vehicle: vehicleId, pageSize: SHOWN }, signal, quiet: true }),
  });
  return (
    <div className={stack({ gap: 3, padding: 4 })}>
      <Link to={'/faults' as string} search={{ vehicle: String(vehicleId) } as never}>
        {t('faults.all')}
      </Link>
      <DataTable
        label={t('faults.title')}
        columns={[
          {
            key: 'title',
            label: t('faults.fault'),
            cell: ({ id, title }) => (
              <Link
                to={'/faults' as string}
                search={{ vehicle: String(vehicleId), open: String(id) } as never}
              >
                {title}
              </Link>
            ),
          },
          {
            key: 'last_seen',
            label: t('faults.lastSeen'),
            cell: ({ last_seen }) => formatDateTime(Date.parse(last_seen), dates),
          },
          { key: 'state', label: t('faults.state'), cell: (one) => <StateBadge one={one} /> },
        ]}
        rows={list.data?.results ?? []}
        keyOf={({ id }) => id}
        state={list}
        empty={{ title: t('faults.none'), text: t('faults.emptyText') }}
      />
    </div>
  );
}
