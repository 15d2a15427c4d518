import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import type { BudgetYearProps } from './cost-budget-year.tsx';
import { BUDGET_KEY } from './costs.ts';

/** Copies the budget of a year, of the chosen depot or type or of all, with a percentage. */
export function BudgetCopyDialog({ onClose, scope, year }: BudgetYearProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [faults, setFaults] = useState<Faults>({});
  const [draft, setDraft] = useState({
    from_year: String(year - 1),
    to_year: String(year),
    percent: '0',
  });
  const form = {
    draft,
    faults,
    change: (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes }),
  };
  const isAll = scope.depot === undefined && scope.vehicle_type === undefined;
  return (
    <FormDialog
      title={t('costs.copyBudget')}
      action={t('costs.copy')}
      onClose={onClose}
      onFaults={setFaults}
      onSave={async () => {
        const { copied } = await api.costBudgets.copy({
          body: {
            from_year: Number(draft.from_year),
            to_year: Number(draft.to_year),
            percent: Number(draft.percent),
            depot: scope.depot ?? null,
            vehicle_type: scope.vehicle_type ?? null,
          },
        });
        toast.success(t('costs.copied', { count: copied }));
        await client.invalidateQueries({ queryKey: [BUDGET_KEY] });
        onClose();
      }}
    >
      <p>{t(isAll ? 'costs.copyAllText' : 'costs.copyText')}</p>
      <TextField
        form={form}
        name="from_year"
        type="number"
        label={t('costs.fromYear')}
        isRequired
      />
      <TextField form={form} name="to_year" type="number" label={t('costs.toYear')} isRequired />
      <TextField
        form={form}
        name="percent"
        type="number"
        label={t('costs.percent')}
        hint={t('costs.percentHint')}
      />
    </FormDialog>
  );
}
