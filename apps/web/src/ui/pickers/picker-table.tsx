import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../data-table/order.ts';
import type { PickerColumn, PickerKind, PickerRow } from './kind.ts';

const ROW_HEIGHT_PX = 40;
const OVERSCAN_ROWS = 8;
const PAGE_ROWS = 6;

function Heading<Row>({
  column: { key, text },
  order,
  onOrder,
}: {
  readonly column: PickerColumn<Row>;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}) {
  const { t } = useTranslation();
  const direction = order === key ? 'ascending' : order === `-${key}` ? 'descending' : 'none';
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" onClick={() => onOrder(direction === 'ascending' ? `-${key}` : key)}>
        {t(text)}
        {direction !== 'none' && (
          <span aria-hidden="true">{direction === 'descending' ? '↓' : '↑'}</span>
        )}
      </button>
    </th>
  );
}

function PickerHead<Row>({
  columns,
  order,
  onOrder,
}: {
  readonly columns: readonly PickerColumn<Row>[];
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => (
          <Heading key={column.key} column={column} order={order} onOrder={onOrder} />
        ))}
        <th scope="col" className="picker-check">
          <span className="visually-hidden">{t('picker.selected')}</span>
        </th>
      </tr>
    </thead>
  );
}

function CheckMark() {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path
        d="M5 12.5l5 5L19 7"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Space of the rows that are not rendered. */
function Spacer({ heightPx, columns }: { readonly heightPx: number; readonly columns: number }) {
  if (heightPx <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height: heightPx }} />
    </tr>
  );
}

/** A row of the grid; `index` counts all rows from 0. */
function PickerLine<Row extends PickerRow>({
  id,
  index,
  row,
  kind,
  isSelected,
  isActive,
  onPick,
}: {
  readonly id: string;
  readonly index: number;
  readonly row: Row;
  readonly kind: PickerKind<Row>;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly onPick: () => void;
}) {
  const { t } = useTranslation();
  return (
    <tr
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={isActive ? 'active' : undefined}
      onClick={onPick}
    >
      {kind.columns.map(({ key, cell, shown = cell }) => (
        <td key={key}>{shown(row, t)}</td>
      ))}
      <td className="picker-check">{isSelected && <CheckMark />}</td>
    </tr>
  );
}

/** The target row of the arrows, Home, End and the page keys; null for other keys. */
function nextRow(key: string, at: number, count: number): number | null {
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE_ROWS,
    PageUp: at - PAGE_ROWS,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to));
}

interface PickerTableProps<Row extends PickerRow> {
  readonly id: string;
  readonly label: string;
  readonly kind: PickerKind<Row>;
  readonly rows: readonly Row[];
  readonly selectedIds: ReadonlySet<number>;
  readonly isMulti: boolean;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly onPick: (row: Row) => void;
}

/**
 * The rows of a picker as a grid with sortable headings and a check mark on selected rows. The focus is
 * on the grid; arrows, Home, End and the page keys move between rows; Enter and Space select. Only
 * visible rows are rendered.
 */
export function PickerTable<Row extends PickerRow>({
  id,
  label,
  kind,
  rows,
  selectedIds,
  isMulti,
  order,
  onOrder,
  onPick,
}: PickerTableProps<Row>) {
  const scroll = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: OVERSCAN_ROWS,
    scrollPaddingStart: ROW_HEIGHT_PX,
    initialRect: { width: 420, height: 300 },
  });
  // New rows start at the top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
  useEffect(() => {
    setActive(0);
    scroll.current?.scrollTo({ top: 0 });
  }, [rows]);

  const items = virtual.getVirtualItems();
  const beforePx = items[0]?.start ?? 0;
  const afterPx = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const rowId = (index: number) => `${id}-${index}`;
  const onKeyDown = (event: React.KeyboardEvent) => {
    const row = rows[active];
    if (event.target !== event.currentTarget || row === undefined) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onPick(row);
      return;
    }
    const next = nextRow(event.key, active, rows.length);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
    virtual.scrollToIndex(next);
  };

  return (
    <div ref={scroll} className="picker-rows">
      <table
        id={id}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are selectable
        role="grid"
        aria-label={label}
        aria-multiselectable={isMulti}
        aria-rowcount={rows.length + 1}
        // Only visible rows exist.
        {...(items.some(({ index }) => index === active)
          ? { 'aria-activedescendant': rowId(active) }
          : {})}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <PickerHead columns={kind.columns} order={order} onOrder={onOrder} />
        <tbody>
          <Spacer heightPx={beforePx} columns={kind.columns.length + 1} />
          {items.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <PickerLine
                key={row.id}
                id={rowId(index)}
                index={index}
                row={row}
                kind={kind}
                isSelected={selectedIds.has(row.id)}
                isActive={index === active}
                onPick={() => {
                  setActive(index);
                  onPick(row);
                }}
              />
            );
          })}
          <Spacer heightPx={afterPx} columns={kind.columns.length + 1} />
        </tbody>
      </table>
    </div>
  );
}
