import { formatDateTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay } from '../../ui/display.ts';
import type { UploadJob } from './imports-call.ts';
import { State } from './imports-outcome.tsx';
import { useUploads } from './use-imports.ts';

/** The latest uploads with their progress; select one to open its result. */
export function Earlier({
  selected,
  onSelect,
}: {
  readonly selected: number | null;
  readonly onSelect: (id: number) => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const uploads = useUploads();
  const columns = useMemo<readonly Column<UploadJob>[]>(
    () => [
      { key: 'file', label: t('uploads.file'), cell: (job) => job.file_name },
      {
        key: 'at',
        label: t('uploads.sentAt'),
        cell: (job) => formatDateTime(Date.parse(job.created_at), dates),
      },
      { key: 'by', label: t('uploads.by'), cell: (job) => job.created_by },
      { key: 'state', label: t('uploads.stateColumn'), cell: (job) => <State job={job} /> },
      { key: 'rows', label: t('uploads.rows'), isNumber: true, cell: (job) => job.rows },
      {
        key: 'errors',
        label: t('uploads.count.error_count'),
        isNumber: true,
        cell: (job) => job.error_count,
      },
    ],
    [t, dates],
  );
  return (
    <section className="panel wide" aria-labelledby="uploads-earlier">
      <div className="panel-head">
        <h2 id="uploads-earlier">{t('uploads.earlier')}</h2>
      </div>
      <DataTable
        id="imports"
        label={t('uploads.earlier')}
        columns={columns}
        rows={uploads.data?.results ?? []}
        keyOf={({ id }) => id}
        state={uploads}
        empty={{ title: t('uploads.none'), text: t('uploads.noneText') }}
        selected={selected}
        onSelect={({ id }) => onSelect(id)}
      />
    </section>
  );
}
