import { COST_CATEGORIES, formatDate, formatNumber } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { useDisplay, useMoney } from '../../ui/display.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { DepotChoice, filtersOf, PeriodFilter } from '../records/records-filters.tsx';
import { CostFields } from './cost-fields.tsx';
import {
  COSTS_KEY,
  COSTS_WRITE,
  type CostDraft,
  type CostEntry,
  categoryChoice,
  checkCost,
  draftOf,
  saveCost,
} from './costs.ts';

const NONE = '–';

const Filters = filtersOf((t) => [categoryChoice(t, COST_CATEGORIES)], DepotChoice, PeriodFilter);

/** The list of cost entries. */
export function useCostEntries(): Resource<CostEntry, CostDraft> {
  const { t } = useTranslation();
  const { dates, locale } = useDisplay();
  const money = useMoney();
  const { current } = useSession();
  const mayWrite = may(current, COSTS_WRITE);
  const mayImport = may(current, { kind: 'administrator' });
  return useMemo(() => {
    const day = (text: string) => formatDate(Date.parse(text), { ...dates, timeZone: 'UTC' });
    const quantity = ({ litres, energy_kwh }: CostEntry) =>
      litres === null
        ? energy_kwh === null
          ? NONE
          : `${formatNumber(energy_kwh, locale, 2)} kWh`
        : `${formatNumber(litres, locale, 2)} L`;
    return {
      kind: COSTS_KEY,
      texts: 'costs.entries',
      list: (query, signal) => api.costs.list({ query: query as object, signal }),
      read: (id, signal) => api.costs.read({ params: { id }, signal }),
      nameOf: ({ vehicle }) => vehicle.registration,
      columns: [
        {
          key: 'vehicle',
          label: t('costs.vehicle'),
          cell: ({ vehicle }) => vehicle.registration,
        },
        {
          key: 'category',
          label: t('costs.category'),
          cell: ({ category }) => t(`costs.kind.${category}`),
        },
        {
          key: 'starts_on',
          label: t('costs.days'),
          isOrdered: true,
          cell: ({ starts_on, ends_on }) =>
            starts_on === ends_on ? day(starts_on) : `${day(starts_on)} – ${day(ends_on)}`,
        },
        {
          key: 'amount',
          label: t('costs.amount'),
          isNumber: true,
          isOrdered: true,
          cell: ({ amount }) => money(amount),
        },
        { key: 'quantity', label: t('costs.quantity'), isNumber: true, cell: quantity },
        { key: 'supplier', label: t('costs.supplier'), cell: ({ supplier }) => supplier || NONE },
        {
          key: 'reference',
          label: t('costs.reference'),
          cell: ({ reference }) => reference || NONE,
        },
      ],
      mayAdd: mayWrite,
      form: {
        draftOf,
        takesVehicle: true,
        Fields: CostFields,
        check: checkCost,
        save: saveCost,
        mayChange: () => mayWrite,
      },
      ...(mayWrite
        ? {
            remove: {
              change: async (ids: readonly number[]) => {
                for (const id of ids) await api.costs.remove({ params: { id } });
              },
            },
          }
        : {}),
      filters: { names: ['vehicle', 'category', 'depot', 'from', 'to'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('costs', 'exportList'), { query }),
      ...(mayWrite && mayImport ? { importKind: 'cost' as const } : {}),
    };
  }, [t, dates, locale, money, mayWrite, mayImport]);
}
