import type { PickerAnswer, PickerKind, PickerRow } from '../../ui/pickers/kind.ts';

/** What a picker can be seen in; `live` and `faulty` show what the server has. */
export const STATES = ['live', 'many', 'loading', 'empty', 'failed', 'faulty'] as const;
export type State = (typeof STATES)[number];

const MANY = 100_000;

/** A row that any of the pickers can show. */
function sampleRow(index: number) {
  const number = String(index + 1).padStart(6, '0');
  return {
    id: index + 1,
    permission: null,
    name: `North ${number}`,
    category: index % 2 === 0 ? 'MOT' : 'PMI',
    tracker: `352093081${number}`,
    registration: `AB${number.slice(0, 2)} ${number.slice(2)}`,
    first_name: 'Alex',
    surname: `Miles ${number}`,
  };
}

const LOADS: Readonly<Partial<Record<State, PickerKind<PickerRow>['load']>>> = {
  loading: () => new Promise(() => undefined),
  empty: async () => ({ count: 0, results: [] }),
  failed: () => Promise.reject(new Error('sample')),
  many: async ({ pageSize, page, order, search }) => {
    const all = Array.from({ length: MANY }, (_, index) => sampleRow(index));
    const term = search.toLowerCase();
    const found = all.filter((row) => JSON.stringify(row).toLowerCase().includes(term));
    if (order.startsWith('-')) found.reverse();
    if (pageSize === 0) return { count: MANY, results: all };
    const from = (page - 1) * pageSize;
    return { count: found.length, results: found.slice(from, from + pageSize) };
  },
};

/** A kind of picker as it is in a state. */
export function inState<Row extends PickerRow>(
  kind: PickerKind<Row>,
  state: State,
): PickerKind<Row> {
  const load = LOADS[state];
  if (load === undefined) return kind;
  return {
    ...kind,
    // Its rows are kept apart from those of the server.
    of: -1 - STATES.indexOf(state),
    load: (question, options) => load(question, options) as unknown as Promise<PickerAnswer<Row>>,
  };
}
