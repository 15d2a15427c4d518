import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import type { PickerKind, PickerRow } from './kind.ts';
import { SinglePicker, type SinglePickerProps } from './single-picker.tsx';

interface Repairer extends PickerRow {
  readonly name: string;
}

/** All repairers of a customer are loaded, then searched and sorted in the browser (OP-031). */
export function repairersOf(customerId: number): PickerKind<Repairer> {
  return {
    key: 'repairer',
    of: customerId,
    columns: [{ key: 'name', text: 'picker.name', cell: ({ name }) => name }],
    order: 'name',
    pageSize: null,
    hasEmptyHint: false,
    nameOf: ({ name }) => name,
    load: async (_question, { signal }) => {
      const results = await api.pickers.repairers({ params: { customerId }, signal, quiet: true });
      return { count: results.length, results };
    },
  };
}

/**
 * Selects a repairer (requirements P-028 to P-035).
 *
 * @param customerId customer of the repairers; default is the first customer of the signed-in person;
 *   none for a person without one (requirement O-24)
 */
export function RepairerPicker({
  customerId,
  ...props
}: SinglePickerProps & { readonly customerId?: number }) {
  const { current } = useSession();
  const of = customerId ?? current.user.customers[0]?.id ?? 0;
  const kind = useMemo(() => repairersOf(of), [of]);
  return <SinglePicker key={of} kind={kind} {...props} />;
}
