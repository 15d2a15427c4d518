import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useAddress } from '../../ui/use-address.ts';

/** The rows are those of the chart. */
const READ = { isPending: false, error: null, refetch: () => undefined };

/** A button that shows the readings of a chart as a list, newest first. The address keeps it open. */
export function TyreReadings<Row extends { readonly at: string }>({
  name,
  label,
  rows,
  columns,
}: {
  /** In the address. */
  readonly name: 'tread' | 'pressure';
  /** What was read. */
  readonly label: string;
  /** Oldest first, as in the chart. */
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
}) {
  const { t } = useTranslation();
  const [address, setAddress] = useAddress();
  if (rows.length === 0) return null;
  const isShown = address.readings === name;
  return (
    <>
      <div>
        <Button
          kind="link"
          aria-expanded={isShown}
          onClick={() => setAddress({ readings: isShown ? undefined : name }, { isStep: true })}
        >
          {t('tyres.readings', { count: rows.length, what: label })}
        </Button>
      </div>
      {isShown && (
        <DataTable
          label={t('tyres.readingsOf', { what: label })}
          columns={columns}
          rows={[...rows].reverse()}
          keyOf={({ at }) => at}
          state={READ}
          empty={{ title: t('tyres.noPressures'), text: '' }}
        />
      )}
    </>
  );
}
