import type { Column } from './order.ts';

/** The totals of columns; nothing if no column has one. */
export function Foot<Row>({
  columns,
  hasLead,
  hasActions,
}: {
  readonly columns: readonly Column<Row>[];
  readonly hasLead: boolean;
  readonly hasActions: boolean;
}) {
  if (columns.every(({ foot }) => foot === undefined)) return null;
  return (
    <tfoot>
      <tr>
        {hasLead && <td />}
        {columns.map(({ key, isNumber, foot }) => (
          <td key={key} className={isNumber === true ? 'number' : undefined}>
            {foot}
          </td>
        ))}
        {hasActions && <td />}
      </tr>
    </tfoot>
  );
}
