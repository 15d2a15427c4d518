import { PLAN_CATEGORIES } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { useMoney } from '../../ui/display.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { DepotChoice, filtersOf } from '../records/records-filters.tsx';
import { PlanFields } from './cost-plan-fields.tsx';
import {
  type CostPlan,
  checkPlan,
  draftOfPlan,
  PLANS_KEY,
  type PlanDraft,
  savePlan,
} from './cost-plans.ts';
import { COSTS_WRITE, categoryChoice } from './costs.ts';
import { useMonthName } from './use-month-name.ts';

const NONE = '–';

const Filters = filtersOf((t) => [categoryChoice(t, PLAN_CATEGORIES)], DepotChoice);

/** The list of monthly costs. */
export function useCostPlans(): Resource<CostPlan, PlanDraft> {
  const { t } = useTranslation();
  const money = useMoney();
  const monthName = useMonthName();
  const { current } = useSession();
  const mayWrite = may(current, COSTS_WRITE);
  return useMemo(
    () => ({
      kind: PLANS_KEY,
      texts: 'costs.plans',
      list: (query, signal) => api.costPlans.list({ query: query as object, signal }),
      read: (id, signal) => api.costPlans.read({ params: { id }, signal }),
      nameOf: ({ vehicle }) => vehicle.registration,
      columns: [
        { key: 'vehicle', label: t('costs.vehicle'), cell: ({ vehicle }) => vehicle.registration },
        {
          key: 'category',
          label: t('costs.category'),
          cell: ({ category }) => t(`costs.kind.${category}`),
        },
        {
          key: 'monthly',
          label: t('costs.monthly'),
          isNumber: true,
          isOrdered: true,
          cell: ({ monthly }) => money(monthly),
        },
        {
          key: 'first_month',
          label: t('costs.firstMonth'),
          isOrdered: true,
          cell: ({ first_month }) => monthName(first_month),
        },
        {
          key: 'last_month',
          label: t('costs.lastMonth'),
          cell: ({ last_month }) =>
            last_month === null ? t('costs.goesOn') : monthName(last_month),
        },
        {
          key: 'price',
          label: t('costs.price'),
          isNumber: true,
          cell: ({ price }) => (price === null ? NONE : money(price)),
        },
        { key: 'supplier', label: t('costs.supplier'), cell: ({ supplier }) => supplier || NONE },
      ],
      mayAdd: mayWrite,
      form: {
        draftOf: draftOfPlan,
        takesVehicle: true,
        Fields: PlanFields,
        check: checkPlan,
        save: savePlan,
        mayChange: () => mayWrite,
      },
      ...(mayWrite
        ? {
            remove: {
              text: t('costs.planRemoveText'),
              change: async (ids: readonly number[]) => {
                for (const id of ids) await api.costPlans.remove({ params: { id } });
              },
            },
          }
        : {}),
      filters: { names: ['vehicle', 'category', 'depot'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('costPlans', 'exportList'), { query }),
    }),
    [t, money, monthName, mayWrite],
  );
}
