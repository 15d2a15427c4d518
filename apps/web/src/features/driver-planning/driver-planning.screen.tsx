import { useTranslation } from 'react-i18next';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import { look } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { useAbsences } from './absences-list.tsx';
import { CandidateFinder } from './candidate-finder.tsx';
import { PlanningBoard } from './planning-board.tsx';
import { useShifts } from './shifts-list.tsx';

const LISTS = ['week', 'shifts', 'absences', 'who'] as const;

/** Screen /driver-planning: the week of the drivers, all shifts, and absences. */
export function DriverPlanningScreen() {
  const { t } = useTranslation();
  const current = useListTab(LISTS);
  const shifts = useShifts();
  const absences = useAbsences();
  const tabs = (
    <ListTabs
      label={t('planning.tabs')}
      current={current}
      tabs={LISTS.map((key) => ({ key, label: t(`planning.tab.${key}`) }))}
    />
  );
  if (current === 'shifts') return <ResourceScreen key={current} resource={shifts} tabs={tabs} />;
  if (current === 'absences') {
    return <ResourceScreen key={current} resource={absences} tabs={tabs} />;
  }
  return (
    <div className={look({ flow: 'column', height: 'full', ground: 'surface', overflowY: 'auto' })}>
      <div className={look({ rigid: true })}>{tabs}</div>
      <div className={look({ paddingX: 4, paddingTop: 3 })}>
        <PageTitle title={t('planning.title')} />
      </div>
      {current === 'who' ? <CandidateFinder /> : <PlanningBoard />}
    </div>
  );
}
