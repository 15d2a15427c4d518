import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { MAY_SEE_EVENTS } from './coaching.ts';
import { useQueue } from './coaching-queue.tsx';
import { RecognitionCandidates, useRecognitions } from './coaching-recognition.tsx';
import { ScoreFormula, useFairScores } from './coaching-scores.tsx';
import { useSessions } from './coaching-sessions.tsx';

const LISTS = ['queue', 'sessions', 'scores', 'recognition'] as const;

/** Screen /coaching: queue of marked events, sessions, fair scores and recognition. */
export function CoachingScreen() {
  const { t } = useTranslation();
  const { current: session } = useSession();
  const current = useListTab(LISTS);
  const queue = useQueue();
  const sessions = useSessions();
  const scores = useFairScores();
  const recognitions = useRecognitions();
  if (!may(session, MAY_SEE_EVENTS)) {
    return <p role="status">{t('coaching.needsEvents')}</p>;
  }
  const tabs = (
    <ListTabs
      label={t('coaching.tabs')}
      current={current}
      tabs={LISTS.map((key) => ({ key, label: t(`coaching.tab.${key}`) }))}
    />
  );
  switch (current) {
    case 'queue':
      return <ResourceScreen key={current} resource={queue} tabs={tabs} />;
    case 'sessions':
      return <ResourceScreen key={current} resource={sessions} tabs={tabs} />;
    case 'scores':
      return (
        <ResourceScreen key={current} resource={scores} tabs={tabs} above={<ScoreFormula />} />
      );
    case 'recognition':
      return (
        <ResourceScreen
          key={current}
          resource={recognitions}
          tabs={tabs}
          above={<RecognitionCandidates />}
        />
      );
  }
}
