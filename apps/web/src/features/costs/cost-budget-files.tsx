import type { contract, QueryOf } from '@roadworthy/contract';
import { useTranslation } from 'react-i18next';
import { addressOf, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { FormatMenu } from '../../ui/download-menu/download-menu.tsx';
import { saveFrom } from '../../ui/download-menu/save-report.ts';
import { ImportButton } from '../../ui/resource/import-button.tsx';
import { toast } from '../../ui/toast.ts';
import { BUDGET_KEY, COSTS_WRITE } from './costs.ts';

/** Formats that an import takes. */
const IMPORTED = ['csv', 'xlsx'] as const;

/** Exports the comparison or the budget of the year, and imports budgets. */
export function BudgetFiles({
  query,
}: {
  readonly query: QueryOf<typeof contract.costBudgets.figures>;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const { depot, vehicle_type, year } = query;
  const saveYear = (format: (typeof IMPORTED)[number]) =>
    saveFrom(
      addressOf(pathOf('costBudgets', 'exportYear'), {
        query: { year, depot, vehicle_type, format },
      }),
      `budget-${year}.${format}`,
    ).catch((error: unknown) => toast.error(String(error)));
  return (
    <>
      <FormatMenu
        save={(format) =>
          saveFrom(
            addressOf(pathOf('costBudgets', 'exportFigures'), { query: { ...query, format } }),
            `cost-budget.${format}`,
          )
        }
        more={(close) =>
          IMPORTED.map((format) => (
            <Button
              key={format}
              kind="bare"
              onClick={() => {
                close();
                void saveYear(format);
              }}
            >
              <strong>{t('costs.budgetFile', { year, format: format.toUpperCase() })}</strong>
              <span>{t('costs.budgetFileText')}</span>
            </Button>
          ))
        }
      />
      {may(current, COSTS_WRITE) && may(current, { kind: 'administrator' }) && (
        <ImportButton kind={BUDGET_KEY} list={t('costs.tab.budget')} />
      )}
    </>
  );
}
