import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../data-table/data-table.tsx';
import type { Column } from '../data-table/order.ts';
import { look } from '../look/look.ts';
import type { ImportPreview } from './import-call.ts';

type StoredRow = ImportPreview['rows'][number];

const READ = { isPending: false, error: null, refetch: () => undefined };
const NO_TEXT = { title: '', text: '' };
/** Key of errors of the whole row. */
const WHOLE_ROW = 'non_field_errors';
const BOX = look({ border: 'line', radius: 'medium', overflow: 'auto' });

/** The columns of the file with its first rows, as they are. */
export function FileRows({ preview: { headings, sample } }: { readonly preview: ImportPreview }) {
  const { t } = useTranslation();
  const columns = useMemo<readonly Column<readonly string[]>[]>(
    () =>
      headings.map((name, place) => ({
        key: String(place),
        label: name === '' ? t('uploads.unnamed', { place: place + 1 }) : name,
        cell: (cells) => cells[place] ?? '',
      })),
    [headings, t],
  );
  return (
    <div className={BOX}>
      <DataTable
        label={t('import.columns.file')}
        columns={columns}
        rows={sample}
        keyOf={(cells) => sample.indexOf(cells)}
        state={READ}
        empty={NO_TEXT}
      />
    </div>
  );
}

function Cell({
  text,
  faults = [],
}: {
  readonly text?: string;
  readonly faults?: readonly string[];
}) {
  return (
    <>
      {text}
      {faults.map((fault) => (
        <span key={fault} className={look({ flow: 'block', tone: 'bad', size: 'small' })}>
          {fault}
        </span>
      ))}
    </>
  );
}

/** The first rows of the file as they will be stored, with errors beside their cells. */
export function StoredRows({ preview: { fields, rows } }: { readonly preview: ImportPreview }) {
  const { t } = useTranslation();
  const columns = useMemo<readonly Column<StoredRow>[]>(() => {
    const isShown = (field: string) =>
      rows.some(({ faults, stored }) => field in stored || field in faults);
    const ofFields = fields
      .filter(({ field }) => isShown(field))
      .map(({ field, heading, type }) => ({
        key: field,
        label: heading,
        isNumber: type === 'amount' || type === 'volume',
        cell: ({ faults, stored }: StoredRow) => (
          <Cell text={stored[field] ?? ''} faults={faults[field] ?? []} />
        ),
      }));
    const whole = {
      key: WHOLE_ROW,
      label: t('import.faults'),
      cell: ({ faults }: StoredRow) => <Cell faults={faults[WHOLE_ROW] ?? []} />,
    };
    return [
      { key: 'row', label: t('import.row'), isNumber: true, cell: ({ row }) => row },
      ...ofFields,
      ...(isShown(WHOLE_ROW) ? [whole] : []),
    ];
  }, [fields, rows, t]);
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{t('import.columns.stored')}</h3>
      <div className={BOX}>
        <DataTable
          label={t('import.columns.stored')}
          columns={columns}
          rows={rows}
          keyOf={({ row }) => row}
          state={READ}
          empty={NO_TEXT}
        />
      </div>
    </>
  );
}
