import { useTranslation } from 'react-i18next';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { CostBudgetScreen } from './cost-budget.tsx';
import { CostCo2Screen } from './cost-co2.tsx';
import { CostCo2TripsScreen } from './cost-co2-trips.tsx';
import { CostFiguresScreen } from './cost-figures.tsx';
import { useCostPlans } from './cost-plans-list.tsx';
import { CostRecordsScreen } from './cost-records.tsx';
import { useCostEntries } from './costs-entries.tsx';
import { useFuelCardFindings } from './fuel-card-findings.tsx';

const LISTS = ['entries', 'fuel-cards', 'plans', 'figures', 'co2', 'budget'] as const;
const BEHIND = ['records', 'co2-trips'] as const;
const SCREENS = {
  figures: CostFiguresScreen,
  budget: CostBudgetScreen,
  records: CostRecordsScreen,
  co2: CostCo2Screen,
  'co2-trips': CostCo2TripsScreen,
} as const;

/** Screen /costs: cost entries of vehicles, monthly costs, figures and CO2 by month, vehicle, type and depot, budgets. */
export function CostsScreen() {
  const { t } = useTranslation();
  // The records and trips of a figure have a tab only while they are open.
  const current = useListTab([...LISTS, ...BEHIND]);
  const entries = useCostEntries();
  const plans = useCostPlans();
  const findings = useFuelCardFindings();
  const shown = [...LISTS, ...BEHIND.filter((one) => one === current)];
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
