import { useTranslation } from 'react-i18next';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { CostFiguresScreen } from './cost-figures.tsx';
import { useCostEntries } from './costs-entries.tsx';

const LISTS = ['entries', 'figures'] as const;

/** Screen /costs: cost entries of vehicles, and figures by month, vehicle, type and depot. */
export function CostsScreen() {
  const { t } = useTranslation();
  const current = useListTab(LISTS);
  const entries = useCostEntries();
  const above = (
    <ListTabs
      label={t('costs.tabs')}
      current={current}
      tabs={LISTS.map((key) => ({ key, label: t(`costs.tab.${key}`) }))}
    />
  );
  return current === 'entries' ? (
    <ResourceScreen resource={entries} above={above} />
  ) : (
    <CostFiguresScreen above={above} />
  );
}
