import { formatNumber } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../data-table/data-table.tsx';
import type { Column } from '../data-table/order.ts';
import { useLocale } from '../display.ts';
import type { ImportOutcome as Outcome } from './import-call.ts';

type Row = Outcome['rows'][number];

const COUNTS = ['created', 'changed', 'unchanged', 'wrong'] as const;
const READ = { isPending: false, error: null, refetch: () => undefined };
/** Key of errors of the whole row. */
const WHOLE_ROW = 'non_field_errors';

/** The errors of a row, by column. */
function Faults({ faults }: { readonly faults: Row['faults'] }) {
  return (
    <ul className="import-faults">
      {Object.entries(faults).map(([column, texts]) => (
        <li key={column}>
          {column !== WHOLE_ROW && <strong>{column}: </strong>}
          {texts.join(' ')}
        </li>
      ))}
    </ul>
  );
}

/** The result of a file: counts, and each row that is invalid or would change a record. */
export function ImportOutcome({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isWrong = outcome.wrong > 0;
  const columns = useMemo<readonly Column<Row>[]>(
    () => [
      { key: 'row', label: t('import.row'), isNumber: true, cell: ({ row }) => row },
      { key: 'name', label: t('import.name'), cell: ({ name }) => name || '–' },
      // A phone has space for one more column: errors, otherwise changes.
      isWrong
        ? {
            key: 'faults',
            label: t('import.faults'),
            cell: ({ faults }) => <Faults faults={faults} />,
          }
        : {
            key: 'outcome',
            label: t('import.outcome'),
            cell: ({ outcome: word }) => t(`import.is.${word}`),
          },
    ],
    [t, isWrong],
  );
  const shown = useMemo(() => {
    const told = outcome.rows.filter((row) => row.outcome !== 'unchanged');
    return isWrong ? told.filter((row) => row.outcome === 'wrong') : told;
  }, [outcome, isWrong]);
  const isIdle = outcome.created + outcome.changed + outcome.wrong === 0;
  const sentence = isIdle
    ? t('import.nothing')
    : isWrong
      ? t('import.wrong', { count: outcome.wrong })
      : t('import.right');
  return (
    <div className="import-outcome">
      <p role="status" className={isWrong ? 'import-sentence bad' : 'import-sentence'}>
        {sentence}
      </p>
      <dl className="import-counts">
        {COUNTS.map((word) => (
          <div key={word}>
            <dt>{t(`import.is.${word}`)}</dt>
            <dd>{formatNumber(outcome[word], locale)}</dd>
          </div>
        ))}
      </dl>
      {outcome.ignored.length > 0 && (
        <p className="field-hint">{t('import.ignored', { columns: outcome.ignored.join(', ') })}</p>
      )}
      {shown.length > 0 && (
        <div className="import-rows">
          <DataTable
            label={t('import.rows')}
            columns={columns}
            rows={shown}
            keyOf={({ row }) => row}
            state={READ}
            empty={{ title: '', text: '' }}
          />
        </div>
      )}
    </div>
  );
}
