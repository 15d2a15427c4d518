import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { look, stack } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { OWN_KEY } from './coaching.ts';
import { OwnScores } from './own-scores.tsx';
import { OwnSessionCard } from './own-session.tsx';
import { RecognitionList } from './recognition-list.tsx';

/** Screen /coaching/own: what drivers see of their own coaching, made for the phone. */
export function OwnCoachingScreen() {
  const { t } = useTranslation();
  const read = useQuery({
    queryKey: [OWN_KEY],
    queryFn: ({ signal }) => api.coaching.own({ signal }),
  });
  const recognitions = useQuery({
    queryKey: [OWN_KEY, 'recognitions'],
    queryFn: ({ signal }) => api.fairScores.own({ signal }),
  });
  const { data } = read;
  return (
    <div className={stack({ columns: 'one', gap: 4, padding: 4 })}>
      <PageTitle title={t('coaching.own.title')} />
      <SettingsState read={read} />
      {data?.driver === null && <p>{t('coaching.own.noDriver')}</p>}
      {data !== undefined && data.driver !== null && data.sessions.length === 0 && (
        <div>
          <strong>{t('coaching.own.empty')}</strong>
          <p className={look({ tone: 'quiet' })}>{t('coaching.own.emptyText')}</p>
        </div>
      )}
      {data !== undefined && <OwnScores scores={data.scores} />}
      <RecognitionList recognitions={recognitions.data ?? []} />
      {data?.sessions.map((one) => (
        <OwnSessionCard key={`${one.id} ${one.version}`} session={one} />
      ))}
    </div>
  );
}
