import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LinkTabs } from '../../ui/list-tabs/list-tabs.tsx';

const SCREENS = [
  ['/vehicle-file/activity', 'vehicleFile.activity'],
  ['/vehicle-file/planner', 'planner.title'],
  ['/vehicle-file/services', 'servicePlans.tabTitle'],
  ['/vehicle-file/official-data', 'officialData.tabTitle'],
  ['/tyres', 'tyres.title'],
  ['/faults', 'faults.title'],
  ['/evidence-packs', 'evidence.title'],
] as const;

/** The screens of the vehicle file: activities, schedules, services, official data, tyres, faults and evidence packs. */
export function FileTabs() {
  const { t } = useTranslation();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <LinkTabs
      label={t('vehicleFile.screens')}
      tabs={SCREENS.map(([to, label]) => ({ to, label: t(label), isCurrent: to === path }))}
    />
  );
}
