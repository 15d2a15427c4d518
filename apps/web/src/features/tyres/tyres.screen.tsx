import { useTranslation } from 'react-i18next';
import { later } from '../../ui/later/later.tsx';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { FileTabs } from '../vehicle-file/vehicle-file-tabs.tsx';
import { useTyres } from './tyres-list.tsx';

const LISTS = ['register', 'costs'] as const;

const { Part: TyreCostsReport } = later(
  async () => (await import('./tyre-costs-report.tsx')).TyreCostsReport,
);

/** Screen /tyres: the tyres in stock, on vehicles, at the retreader and scrapped, and what they cost. */
export function TyresScreen() {
  const { t } = useTranslation();
  const current = useListTab(LISTS);
  const resource = useTyres();
  const tabs = (
    <>
      <FileTabs />
      <ListTabs
        label={t('tyres.lists')}
        current={current}
        tabs={LISTS.map((key) => ({ key, label: t(`tyres.tab.${key}`) }))}
      />
    </>
  );
  return current === 'costs' ? (
    <TyreCostsReport tabs={tabs} />
  ) : (
    <ResourceScreen resource={resource} tabs={tabs} />
  );
}
