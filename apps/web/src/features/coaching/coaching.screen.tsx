import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { MAY_SEE_EVENTS } from './coaching.ts';
import { useQueue } from './coaching-queue.tsx';
import { useSessions } from './coaching-sessions.tsx';

const LISTS = ['queue', 'sessions'] as const;

/** Screen /coaching: the queue of marked events, and the sessions. */
export function CoachingScreen() {
  const { t } = useTranslation();
  const { current: session } = useSession();
  const current = useListTab(LISTS);
  const queue = useQueue();
  const sessions = useSessions();
  if (!may(session, MAY_SEE_EVENTS)) {
    return <p role="status">{t('coaching.needsEvents')}</p>;
  }
  const above = (
    <ListTabs
      label={t('coaching.tabs')}
      current={current}
      tabs={LISTS.map((key) => ({ key, label: t(`coaching.tab.${key}`) }))}
    />
  );
  return current === 'queue' ? (
    <ResourceScreen key={current} resource={queue} above={above} />
  ) : (
    <ResourceScreen key={current} resource={sessions} above={above} />
  );
}
