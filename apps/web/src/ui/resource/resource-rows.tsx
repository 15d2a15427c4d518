import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../data-table/data-table.tsx';
import type { Column } from '../data-table/order.ts';
import { ChoosePage, ChooseRow, type Chosen } from './choose.tsx';
import type { Resource } from './resource.ts';
import type { ResourceList } from './use-resource.ts';

type Ids = { readonly id: number };

/** The rows of a list; on a phone each is a card. */
export function ResourceRows<Row extends Ids, Draft, One extends Ids>({
  resource,
  list,
  chosen,
}: {
  readonly resource: Resource<Row, Draft, One>;
  readonly list: ResourceList<Row>;
  /** Null if the list has no bulk actions. */
  readonly chosen: Chosen | null;
}) {
  const { t } = useTranslation();
  const { texts, nameOf } = resource;
  const columns = useMemo(
    (): readonly Column<Row>[] =>
      resource.columns.map(({ isOrdered, ...column }) => ({
        ...column,
        // The server sorts; the heading only marks the column as sortable.
        ...(isOrdered === true ? { compare: () => 0 } : {}),
      })),
    [resource.columns],
  );
  const isFiltered =
    list.query.search !== '' ||
    list.isArchived ||
    Object.values(list.values).some((value) => value !== undefined);
  const empty = isFiltered
    ? {
        title: list.isArchived
          ? t('resource.noArchived')
          : t([`${texts}.noMatch`, 'resource.noMatch']),
        text: t([`${texts}.noMatchText`, 'resource.noMatchText']),
      }
    : { title: t(`${texts}.empty`), text: t(`${texts}.emptyText`) };
  return (
    <DataTable
      id={texts}
      label={t(`${texts}.title`)}
      columns={columns}
      rows={list.rows}
      keyOf={({ id }) => id}
      state={list.state}
      empty={empty}
      order={list.ordering}
      selected={typeof list.opened === 'number' ? list.opened : null}
      onOrder={(ordering) => list.change({ ordering })}
      onSelect={({ id }) => list.open(id)}
      {...(chosen === null
        ? {}
        : {
            lead: {
              head: <ChoosePage ids={list.rows.map(({ id }) => id)} chosen={chosen} />,
              cell: (row: Row) => <ChooseRow id={row.id} name={nameOf(row)} chosen={chosen} />,
            },
          })}
    />
  );
}
