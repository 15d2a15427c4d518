import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { useMoney } from '../../ui/display.ts';
import { missing } from '../../ui/field/required.ts';
import { FigureLink } from '../../ui/figure-link/figure-link.tsx';
import { ChoiceField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps, Resource } from '../../ui/resource/resource.ts';
import { PARTS_WRITE, STORES_KEY, type Store } from './parts.ts';

interface StoreDraft {
  readonly name: string;
  readonly depot: number | null;
}

function Fields({ one: _, ...form }: FormProps<StoreDraft, Store>) {
  const { t } = useTranslation();
  const { data: depots = [] } = useQuery({
    queryKey: ['record-choices', 'depots'],
    queryFn: ({ signal }) => api.vehicleFile.depots({ signal }),
  });
  return (
    <>
      <TextField form={form} name="name" label={t('parts.storeName')} isRequired maxLength={60} />
      <ChoiceField
        form={form}
        name="depot"
        label={t('parts.depot')}
        isRequired
        options={depots.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </>
  );
}

/** The parts that a store has. */
const partsOfStore = (id: number) => ({ to: '/parts', search: { store: String(id) } });

/** The list of stores. */
export function useStores(): Resource<Store, StoreDraft> {
  const { t } = useTranslation();
  const money = useMoney();
  const { current } = useSession();
  const mayWrite = may(current, PARTS_WRITE);
  return useMemo(
    () => ({
      kind: STORES_KEY,
      texts: 'parts.stores',
      list: (query, signal) => api.parts.stores({ query: query as object, signal }),
      read: (id, signal) => api.parts.store({ params: { id }, signal }),
      nameOf: ({ name }) => name,
      columns: [
        { key: 'name', label: t('parts.storeName'), isOrdered: true, cell: ({ name }) => name },
        { key: 'depot', label: t('parts.depot'), cell: ({ depot }) => depot.name },
        {
          key: 'parts',
          label: t('parts.partsInStock'),
          isNumber: true,
          cell: ({ id, parts }) => (
            <FigureLink count={parts} target={partsOfStore(id)}>
              {parts}
            </FigureLink>
          ),
        },
        {
          key: 'value',
          label: t('parts.value'),
          isNumber: true,
          cell: ({ id, parts, value }) => (
            <FigureLink count={parts} target={partsOfStore(id)}>
              {money(value)}
            </FigureLink>
          ),
        },
      ],
      mayAdd: mayWrite,
      form: {
        draftOf: (one) => ({ name: one?.name ?? '', depot: one?.depot.id ?? null }),
        Fields,
        check: (draft, translate) => missing(draft, ['name', 'depot'], translate),
        save: ({ name, depot }, one) => {
          const body = { name, depot: depot ?? 0, version: one?.version };
          return one === null
            ? api.parts.createStore({ body })
            : api.parts.changeStore({ params: { id: one.id }, body });
        },
        mayChange: () => mayWrite,
      },
      ...(mayWrite
        ? {
            archive: {
              change: (ids: readonly number[], archived: boolean) =>
                api.parts.archiveStores({ body: { ids: [...ids], archived } }),
            },
          }
        : {}),
    }),
    [t, money, mayWrite],
  );
}
