import {
  IMPORT_DATE_FORMATS,
  IMPORT_DECIMALS,
  IMPORT_DELIMITERS,
  IMPORT_VOLUMES,
} from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Field } from '../field/field.tsx';
import { look } from '../look/look.ts';
import { Select } from '../select/select.tsx';
import type { ImportMapping, ImportPreview } from './import-call.ts';
import { FileRows, StoredRows } from './import-columns-rows.tsx';
import { type ImportColumnsProps, SavedColumns } from './import-columns-saved.tsx';

type FieldOfList = ImportPreview['fields'][number];

const GRID = look({ flow: 'stack', columns: 'two', gap: 3, align: 'start' });

/** The ways of writing that matter for some fields of the list. */
const OPTIONS = [
  {
    name: 'delimiter',
    values: IMPORT_DELIMITERS,
    types: ['text', 'day', 'time', 'amount', 'volume'],
  },
  { name: 'date_format', values: IMPORT_DATE_FORMATS, types: ['day'] },
  { name: 'decimal', values: IMPORT_DECIMALS, types: ['amount', 'volume'] },
  { name: 'volume', values: IMPORT_VOLUMES, types: ['volume'] },
] as const;

function optionText(name: (typeof OPTIONS)[number]['name'], value: string, t: TFunction): string {
  if (value === 'auto') return t('import.columns.auto');
  return name === 'date_format' ? value : t(`import.columns.${name}Is.${value}`);
}

/** The column of one field, with its first value. */
function ColumnOfField({
  one: { field, heading, is_required: isRequired },
  preview: { headings, sample, mapping },
  fault,
  onColumn,
}: {
  readonly one: FieldOfList;
  readonly preview: ImportPreview;
  readonly fault: readonly string[] | undefined;
  readonly onColumn: (place: number | null) => void;
}) {
  const { t } = useTranslation();
  const place = mapping.columns[field] ?? null;
  const example = place === null ? undefined : sample.find((cells) => cells[place])?.[place];
  return (
    <Field
      label={heading}
      isRequired={isRequired}
      fault={fault}
      hint={example === undefined ? undefined : t('import.columns.example', { example })}
    >
      {(props) => (
        <Select
          {...props}
          value={place ?? ''}
          onChange={({ currentTarget: { value } }) => onColumn(value === '' ? null : Number(value))}
        >
          <option value="">{t('uploads.noColumn')}</option>
          {headings.map((name, n) => (
            // Two columns can have the same heading.
            // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the column
            <option key={n} value={n}>
              {name === '' ? t('uploads.unnamed', { place: n + 1 }) : name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/**
 * The columns of a file: which one each field of the list takes, how dates and numbers are written, and the
 * first rows as they will be stored. The choice can be saved under a name.
 */
export function ImportColumns({ kind, customer, preview, columns, onColumns }: ImportColumnsProps) {
  const { t } = useTranslation();
  const { fields, missing } = preview;
  // A choice is shown at once; the preview of it follows.
  const { mapping: chosen } = columns;
  const isByHeadings = chosen === null || Object.keys(chosen.columns).length === 0;
  const mapping = isByHeadings ? preview.mapping : chosen;
  const shown = { ...preview, mapping: { ...preview.mapping, ...mapping } };
  const types = new Set(fields.map(({ type }) => type));
  const change = (changes: Partial<ImportMapping>) =>
    onColumns({ mapping: { ...mapping, ...changes }, saved: null });
  return (
    <section className={look({ flow: 'stack', gap: 4 })} aria-label={t('import.columns.title')}>
      <SavedColumns
        kind={kind}
        customer={customer}
        preview={shown}
        columns={columns}
        onColumns={onColumns}
      />
      <FileRows preview={preview} />
      <p>{t('import.columns.text')}</p>
      <div className={GRID}>
        {fields.map((one) => (
          <ColumnOfField
            key={one.field}
            one={one}
            preview={shown}
            fault={missing.includes(one.heading) ? [t('import.columns.missing')] : undefined}
            onColumn={(place) => change({ columns: { ...mapping.columns, [one.field]: place } })}
          />
        ))}
      </div>
      <div className={GRID}>
        {OPTIONS.filter((option) => option.types.some((type) => types.has(type))).map(
          ({ name, values }) => (
            <Field key={name} label={t(`import.columns.${name}`)} fault={undefined}>
              {(props) => (
                <Select
                  {...props}
                  value={shown.mapping[name]}
                  onChange={({ currentTarget: { value } }) =>
                    // Another separator makes other columns: they are found by their headings again.
                    change(
                      name === 'delimiter'
                        ? { delimiter: value as ImportMapping['delimiter'], columns: {} }
                        : { [name]: value },
                    )
                  }
                >
                  {values.map((value) => (
                    <option key={value} value={value}>
                      {optionText(name, value, t)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ),
        )}
      </div>
      <StoredRows preview={preview} />
    </section>
  );
}
