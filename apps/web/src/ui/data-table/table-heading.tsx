import { useTranslation } from 'react-i18next';
import type { Column, Order } from './order.ts';
import type { TableColumns } from './table-columns.ts';
import type { Lead } from './table-row.tsx';

/** The right edge of a heading: it is dragged to change the width; a double click resets it. */
function Edge<Row>({ name, state }: { readonly name: string; readonly state: TableColumns<Row> }) {
  const start = (event: React.MouseEvent | React.TouchEvent) => {
    const heading = (event.currentTarget as HTMLElement).closest('th');
    state.drag(name, heading?.offsetWidth ?? 0, event);
  };
  return (
    // The column chooser has buttons for the same: this edge is for pointers only.
    <span
      className="table-edge"
      aria-hidden="true"
      onMouseDown={start}
      onTouchStart={start}
      onDoubleClick={() => state.forget(name)}
    />
  );
}

/** Fixed width of a column that a person has chosen, for its heading. */
const fixed = (widthPx: number) => ({ width: widthPx, minWidth: widthPx, maxWidth: widthPx });

/** The heading of a column: it sorts, and its edge changes the width. */
function Heading<Row>({
  column,
  order,
  state,
  onOrder,
}: {
  readonly column: Column<Row>;
  readonly order: Order;
  /** Null if the columns cannot be arranged. */
  readonly state: TableColumns<Row> | null;
  readonly onOrder: ((order: Order) => void) | undefined;
}) {
  const { key, label, unit, isNumber, compare, widthPx } = column;
  const direction = order === key ? 'ascending' : order === `-${key}` ? 'descending' : 'none';
  const text = (
    <>
      <span>
        {label}
        {unit !== undefined && <span className="table-unit"> {unit}</span>}
      </span>
      {direction !== 'none' && (
        <span aria-hidden="true">{direction === 'descending' ? '↓' : '↑'}</span>
      )}
    </>
  );
  const isOrdered = compare !== undefined && onOrder !== undefined;
  const chosenPx = state?.widthOf(key);
  const least = widthPx === undefined ? undefined : { minWidth: widthPx };
  return (
    <th
      scope="col"
      data-column={key}
      className={isNumber === true ? 'number' : undefined}
      {...(isOrdered ? { 'aria-sort': direction } : {})}
      style={chosenPx === undefined ? least : fixed(chosenPx)}
    >
      {isOrdered ? (
        <button type="button" onClick={() => onOrder(direction === 'ascending' ? `-${key}` : key)}>
          {text}
        </button>
      ) : (
        <div>{text}</div>
      )}
      {state !== null && <Edge name={key} state={state} />}
    </th>
  );
}

/** The headings of all columns. */
export function HeadingRow<Row>({
  columns,
  order,
  arrangement,
  lead,
  hasActions,
  onOrder,
}: {
  readonly columns: readonly Column<Row>[];
  readonly order: Order;
  /** Null if the columns cannot be arranged. */
  readonly arrangement: TableColumns<Row> | null;
  readonly lead: Lead<Row> | undefined;
  readonly hasActions: boolean;
  readonly onOrder: ((order: Order) => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        {lead !== undefined && (
          <th scope="col" className="table-lead">
            {lead.head}
          </th>
        )}
        {columns.map((column) => (
          <Heading
            key={column.key}
            column={column}
            order={order}
            state={arrangement}
            onOrder={onOrder}
          />
        ))}
        {hasActions && (
          <th scope="col">
            <span className="visually-hidden">{t('table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
