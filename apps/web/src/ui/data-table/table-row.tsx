import type { Column } from './order.ts';

/** Content before the first column, such as a checkbox. */
export interface Lead<Row> {
  readonly head: React.ReactNode;
  readonly cell: (row: Row) => React.ReactNode;
}

/** A row; on a phone its cells are the lines of a card. */
export function TableRow<Row>({
  row,
  columns,
  lead,
  isSelected,
  widthOf,
  actions,
  onSelect,
}: {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly widthOf: (key: string) => number | undefined;
  readonly lead: Lead<Row> | undefined;
  readonly isSelected: boolean;
  readonly actions: ((row: Row) => React.ReactNode) | undefined;
  readonly onSelect: ((row: Row) => void) | undefined;
}) {
  const button = (content: React.ReactNode) => (
    <button
      type="button"
      className="row-button"
      aria-pressed={isSelected}
      onClick={() => onSelect?.(row)}
    >
      {content}
    </button>
  );
  return (
    <tr
      className={isSelected ? 'selected' : undefined}
      data-opens={onSelect !== undefined}
      onClick={(event) => {
        const isControl = (event.target as HTMLElement).closest('a, button, label') !== null;
        if (!isControl) onSelect?.(row);
      }}
    >
      {lead !== undefined && <td className="table-lead">{lead.cell(row)}</td>}
      {columns.map(({ key, label, isNumber, cell }, index) => (
        <td
          key={key}
          data-label={label}
          className={isNumber === true ? 'number' : undefined}
          {...(widthOf(key) === undefined
            ? {}
            : { 'data-cut': true, style: { maxWidth: widthOf(key) } })}
        >
          {index === 0 && onSelect !== undefined ? button(cell(row)) : cell(row)}
        </td>
      ))}
      {actions !== undefined && <td className="row-actions">{actions(row)}</td>}
    </tr>
  );
}
