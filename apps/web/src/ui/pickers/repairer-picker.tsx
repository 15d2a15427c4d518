import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import type { PickerKind, PickerRow } from './kind.ts';
import { SinglePicker, type SinglePickerProps } from './single-picker.tsx';

interface Repairer extends PickerRow {
  readonly name: string;
}

/** The repairers of a customer come whole; searched and ordered in the browser (OP-031). */
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
 * Picks a repairer (requirements P-028 to P-035).
 *
 * @param customerId whose repairers; those of the signed-in person's first customer where not said,
 *   and of a person without one none (requirement O-24)
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
