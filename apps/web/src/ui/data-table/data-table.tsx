import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useDeferredValue, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnChooser } from './column-chooser.tsx';
import type { Column, Order } from './order.ts';
import { useTableColumns } from './table-columns.ts';
import { Foot } from './table-foot.tsx';
import { HeadingRow } from './table-heading.tsx';
import { type Lead, TableRow } from './table-row.tsx';
import './data-table.css';

const ROW_HEIGHT_PX = 44;
/** From this many rows on, only visible rows are rendered. */
const VIRTUAL_FROM = 100;
/** Rows rendered immediately when a list arrives; the others follow without blocking input. */
const FIRST_ROWS = 25;
const NO_ROWS: readonly never[] = [];
const SKELETON_ROWS = [0, 1, 2, 3, 4, 5, 6, 7];

/** The rows to render: the first ones of a new list, then all of them. */
function useArriving<Row>(rows: readonly Row[]): readonly Row[] {
  const drawn = useDeferredValue(rows, NO_ROWS);
  return drawn.length === 0 ? rows.slice(0, FIRST_ROWS) : rows;
}

/** The rows to render, and the space that stands for the rows before and after them. */
function useVisibleRows<Row>(rows: readonly Row[], scroll: RefObject<HTMLElement | null>) {
  const isVirtual = rows.length >= VIRTUAL_FROM;
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 12,
    initialRect: { width: 1000, height: 800 },
  });
  const items = isVirtual ? virtual.getVirtualItems() : [];
  const first = items[0];
  const beforePx = first?.start ?? 0;
  const afterPx = isVirtual ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const arriving = useArriving(rows);
  const shown = isVirtual ? items.flatMap(({ index }) => rows[index] ?? []) : arriving;
  return { shown, beforePx, afterPx };
}

function Waiting({ columns }: { readonly columns: number }) {
  return SKELETON_ROWS.map((row) => (
    <tr key={row} className="table-waiting">
      <td colSpan={columns}>
        <span style={{ width: `${92 - ((row * 17) % 40)}%` }} />
      </td>
    </tr>
  ));
}

/** The space of rows that are not rendered. */
function Space({ heightPx, columns }: { readonly heightPx: number; readonly columns: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr>
      <td colSpan={columns} style={{ height: heightPx }} />
    </tr>
  );
}

/** Up and Down move between the buttons of rows. */
function walkRows(event: React.KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const row = (event.target as HTMLElement).closest('tr');
  if (step === undefined || row === null) return;
  const next = step === 1 ? row.nextElementSibling : row.previousElementSibling;
  const button = next?.querySelector<HTMLElement>('.row-button');
  if (button == null) return;
  event.preventDefault();
  button.focus();
}

/** State of the query of the rows. */
export interface TableState {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
  /** Other rows are loading; these are shown meanwhile. */
  readonly isPlaceholderData?: boolean;
}

interface EmptyTexts {
  readonly title: string;
  readonly text: string;
}

/** Instead of the table: why there are no rows. */
function NoRows({ state, empty }: { readonly state: TableState; readonly empty: EmptyTexts }) {
  const { t } = useTranslation();
  if (state.error === null) {
    return (
      <div className="table-message" role="status">
        <strong>{empty.title}</strong>
        <p>{empty.text}</p>
      </div>
    );
  }
  return (
    <div className="table-message" role="alert">
      <strong>{t('table.failed')}</strong>
      <p>{state.error.message}</p>
      <button type="button" className="button" onClick={() => void state.refetch()}>
        {t('action.retry')}
      </button>
    </div>
  );
}

/**
 * A table with sticky, sortable headings, right-aligned numbers, a skeleton while loading, an empty state
 * and an error with a retry. Long lists render only visible rows. If rows can be opened, the first cell is
 * a button, so that the keyboard reaches it; on a phone the first column is sticky.
 *
 * @param id name of the table: with it a person chooses columns and their widths, which are kept
 * @param rows in display sequence, sorted by `useOrdered` or by the server
 * @param lead a first cell with a control that selects the row; it does not open it
 * @param actions a last cell with actions of the row
 */
export function DataTable<Row>({
  id,
  label,
  columns: all,
  rows,
  keyOf,
  state,
  empty,
  order = '',
  selected,
  lead,
  actions,
  onOrder,
  onSelect,
}: {
  readonly id?: string;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly state: TableState;
  readonly empty: EmptyTexts;
  readonly order?: Order;
  readonly selected?: string | number | null;
  readonly lead?: Lead<Row>;
  readonly actions?: (row: Row) => React.ReactNode;
  readonly onOrder?: (order: Order) => void;
  readonly onSelect?: (row: Row) => void;
}) {
  const scroll = useRef<HTMLDivElement>(null);
  const arrangement = useTableColumns(id, all);
  const columns = arrangement.shown;
  const { shown, beforePx, afterPx } = useVisibleRows(rows, scroll);
  const width = columns.length + (lead === undefined ? 0 : 1) + (actions === undefined ? 0 : 1);

  if (rows.length === 0 && (state.error !== null || !state.isPending)) {
    return <NoRows state={state} empty={empty} />;
  }

  // A table without focusable content must be focusable itself, for scrolling by keyboard.
  const isReached =
    onSelect !== undefined ||
    (actions !== undefined && shown.some((row) => Boolean(actions(row)))) ||
    lead !== undefined ||
    (onOrder !== undefined && columns.some(({ compare }) => compare !== undefined));
  const reach = isReached ? {} : { role: 'region', 'aria-label': label, tabIndex: 0 };
  const table = (
    <div
      ref={scroll}
      className={state.isPending ? 'data-table waiting' : 'data-table'}
      aria-busy={state.isPending || state.isPlaceholderData === true}
      {...reach}
    >
      <table aria-label={label} onKeyDown={walkRows}>
        <HeadingRow
          columns={columns}
          order={order}
          arrangement={id === undefined ? null : arrangement}
          lead={lead}
          hasActions={actions !== undefined}
          onOrder={onOrder}
        />
        <tbody>
          {state.isPending && <Waiting columns={width} />}
          <Space heightPx={beforePx} columns={width} />
          {shown.map((row) => (
            <TableRow
              key={keyOf(row)}
              row={row}
              columns={columns}
              lead={lead}
              isSelected={keyOf(row) === selected}
              widthOf={arrangement.widthOf}
              actions={actions}
              onSelect={onSelect}
            />
          ))}
          <Space heightPx={afterPx} columns={width} />
        </tbody>
        {!state.isPending && (
          <Foot columns={columns} hasLead={lead !== undefined} hasActions={actions !== undefined} />
        )}
      </table>
    </div>
  );
  if (id === undefined) return table;
  const currentWidthPx = (key: string) =>
    scroll.current?.querySelector<HTMLElement>(`th[data-column="${CSS.escape(key)}"]`)
      ?.offsetWidth ?? 0;
  return (
    <div className="data-table-frame">
      {table}
      <div className="data-table-tools">
        <ColumnChooser columns={all} state={arrangement} currentWidthPx={currentWidthPx} />
      </div>
    </div>
  );
}
