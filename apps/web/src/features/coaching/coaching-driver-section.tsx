import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { look, row, stack } from '../../ui/look/look.ts';
import { RECOGNITION_KEY, SESSIONS_KEY } from './coaching.ts';
import { SessionState, useDayText } from './coaching-words.tsx';
import { RecognitionList } from './recognition-list.tsx';

const PAGE_SIZE = 50;
const NONE = '–';

/** The coaching sessions of a driver, as a section of the driver's page. */
export function DriverCoachingSection({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const day = useDayText();
  const list = useQuery({
    queryKey: [SESSIONS_KEY, 'driver', id],
    queryFn: ({ signal }) =>
      api.coaching.sessions({ query: { driver: id, pageSize: PAGE_SIZE }, signal }),
  });
  const recognitions = useQuery({
    queryKey: [RECOGNITION_KEY, 'driver', id],
    queryFn: ({ signal }) =>
      api.fairScores.recognitions({ query: { driver: id, pageSize: PAGE_SIZE }, signal }),
  });
  return (
    <section className={stack({ columns: 'one', gap: 3 })} aria-labelledby="coaching-sessions">
      <div className={row({ wrap: true, align: 'center', justify: 'between', gap: 2 })}>
        <h2 id="coaching-sessions" className={look({ margin: 0 })}>
          {t('coaching.sessions')}
        </h2>
        <Link to={'/coaching' as string} search={{ list: 'sessions', driver: id } as never}>
          {t('coaching.allSessions')}
        </Link>
      </div>
      <DataTable
        label={t('coaching.sessions')}
        columns={[
          {
            key: 'planned_on',
            label: t('coaching.plannedOn'),
            cell: ({ id: session, planned_on }) => (
              <Link
                to={'/coaching' as string}
                search={{ list: 'sessions', driver: id, open: session } as never}
              >
                {day(planned_on)}
              </Link>
            ),
          },
          {
            key: 'state',
            label: t('coaching.state'),
            cell: ({ state }) => <SessionState state={state} />,
          },
          { key: 'coach', label: t('coaching.coach'), cell: ({ coach }) => coach?.name ?? NONE },
          {
            key: 'events',
            label: t('coaching.events'),
            isNumber: true,
            cell: ({ events }) => events,
          },
          {
            key: 'follow_up',
            label: t('coaching.followUp'),
            cell: ({ follow_up_on }) => (follow_up_on === null ? NONE : day(follow_up_on)),
          },
        ]}
        rows={list.data?.results ?? []}
        keyOf={({ id: session }) => session}
        state={list}
        empty={{ title: t('coaching.noSessions'), text: t('coaching.noSessionsText') }}
      />
      <RecognitionList recognitions={recognitions.data?.results ?? []} />
    </section>
  );
}
