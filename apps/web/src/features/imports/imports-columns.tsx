import { UPLOAD_FIELDS } from '@roadworthy/domain';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cx, stack } from '../../ui/look/look.ts';
import { Select } from '../../ui/select/select.tsx';
import styles from './imports.module.css';
import type { UploadJob } from './imports-call.ts';

export type Columns = UploadJob['columns'];

/** The mapping of columns to fields, with the values of the first row. */
export function ColumnChoice({
  job,
  columns,
  onColumns,
}: {
  readonly job: UploadJob;
  readonly columns: Columns;
  readonly onColumns: (columns: Columns) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const lacks = typeof columns.registration !== 'number';
  return (
    <details className={styles.uploadColumns} open={lacks}>
      <summary>{t('uploads.columns')}</summary>
      <p className="field-hint">{t('uploads.columnsText')}</p>
      <div className={cx(stack({ marginTop: 2, gap: 4 }), styles.uploadColumnList)}>
        {UPLOAD_FIELDS.map((field) => {
          const place = columns[field] ?? null;
          const example =
            place === null ? '' : (job.sample.find((row) => row[place])?.[place] ?? '');
          return (
            <div key={field}>
              <label htmlFor={`${id}-${field}`}>{t(`uploads.field.${field}`)}</label>
              <Select
                id={`${id}-${field}`}
                value={place ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  onColumns({ ...columns, [field]: value === '' ? null : Number(value) })
                }
              >
                <option value="">{t('uploads.noColumn')}</option>
                {job.headers.map((header, n) => (
                  // Two columns can have the same header.
                  // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the column
                  <option key={n} value={n}>
                    {header === '' ? t('uploads.unnamed', { place: n + 1 }) : header}
                  </option>
                ))}
              </Select>
              <small>{example}</small>
            </div>
          );
        })}
      </div>
    </details>
  );
}
