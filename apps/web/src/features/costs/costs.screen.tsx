import { useTranslation } from 'react-i18next';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { CostBudgetScreen } from './cost-budget.tsx';
import { CostFiguresScreen } from './cost-figures.tsx';
import { useCostPlans } from './cost-plans-list.tsx';
import { CostRecordsScreen } from './cost-records.tsx';
import { useCostEntries } from './costs-entries.tsx';
import { useFuelCardFindings } from './fuel-card-findings.tsx';

const LISTS = ['entries', 'fuel-cards', 'plans', 'figures', 'budget'] as const;
const SCREENS = {
  figures: CostFiguresScreen,
  budget: CostBudgetScreen,
  records: CostRecordsScreen,
} as const;

/** Screen /costs: cost entries of vehicles, monthly costs, figures by month, vehicle, type and depot, budgets. */
export function CostsScreen() {
  const { t } = useTranslation();
  // The records of a figure have a tab only while they are open.
  const current = useListTab([...LISTS, 'records'] as const);
  const entries = useCostEntries();
  const plans = useCostPlans();
  const findings = useFuelCardFindings();
  const shown = current === 'records' ? ([...LISTS, 'records'] as const) : LISTS;
  const tabs = (
    <ListTabs
      label={t('costs.tabs')}
      current={current}
      tabs={shown.map((key) => ({ key, label: t(`costs.tab.${key}`) }))}
    />
  );
  if (current === 'entries') return <ResourceScreen resource={entries} tabs={tabs} />;
  if (current === 'plans') return <ResourceScreen resource={plans} tabs={tabs} />;
  if (current === 'fuel-cards') return <ResourceScreen resource={findings} tabs={tabs} />;
  const Screen = SCREENS[current];
  return <Screen tabs={tabs} />;
}
