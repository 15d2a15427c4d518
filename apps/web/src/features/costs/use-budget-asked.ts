import { BUDGET_BASES, BUDGET_GROUPINGS, VEHICLE_TYPES } from '@roadworthy/domain';
import { today } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { useAddress } from '../../ui/use-address.ts';

/** The year, month and grouping in the address; depot and vehicle type choose a budget. */
export function useAsked() {
  const [address, change] = useAddress();
  const { timeZone } = useDisplay().dates;
  const thisMonth = today(timeZone).slice(0, 7);
  const chosen = /^\d{4}-\d{2}$/.test(address.month ?? '') ? (address.month ?? '') : thisMonth;
  const basis = BUDGET_BASES.find((one) => one === address.basis) ?? 'depot';
  const type = VEHICLE_TYPES.find((one) => one === address.vehicle_type);
  const query = {
    year: Number(chosen.slice(0, 4)),
    month: Number(chosen.slice(5, 7)),
    basis,
    by: BUDGET_GROUPINGS.find((one) => one === address.by) ?? 'kind',
    ...(basis === 'depot' && address.depot !== undefined ? { depot: Number(address.depot) } : {}),
    ...(basis === 'vehicle_type' && type !== undefined ? { vehicle_type: type } : {}),
  };
  return { address, change, query, thisYear: Number(thisMonth.slice(0, 4)) };
}

export type Query = ReturnType<typeof useAsked>['query'];
