import { useTranslation } from 'react-i18next';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { FileTabs } from '../vehicle-file/vehicle-file-tabs.tsx';
import { useServicePlans } from './plans-list.tsx';
import { useServices } from './services-list.tsx';

const LISTS = ['services', 'plans'] as const;

/** Screen /vehicle-file/services: next services of vehicles, and the plans that they follow from. */
export function ServicesScreen() {
  const { t } = useTranslation();
  const current = useListTab(LISTS);
  const services = useServices();
  const plans = useServicePlans();
  const tabs = (
    <>
      <FileTabs />
      <ListTabs
        label={t('servicePlans.tabs')}
        current={current}
        tabs={LISTS.map((key) => ({ key, label: t(`servicePlans.tab.${key}`) }))}
      />
    </>
  );
  return current === 'services' ? (
    <ResourceScreen resource={services} tabs={tabs} />
  ) : (
    <ResourceScreen resource={plans} tabs={tabs} />
  );
}
