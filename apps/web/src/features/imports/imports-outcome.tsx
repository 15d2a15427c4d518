import { formatDateTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay } from '../../ui/display.ts';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import styles from './imports.module.css';
import type { UploadJob } from './imports-call.ts';
import { isOpen, useUploadActions } from './use-imports.ts';

type Wrong = UploadJob['errors'][number];

const COUNTS = ['created', 'updated', 'unchanged', 'removed', 'error_count'] as const;
const GOOD = { isPending: false, error: null, refetch: () => undefined };

/** The status of an upload, in words, and as a progress bar while it is processed. */
export function State({ job }: { readonly job: UploadJob }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  if (isOpen(job)) {
    return (
      <span
        className={cx(
          look({ flow: 'inlineRow', wrap: true, align: 'center', gap: 2, numeric: true }),
          styles.uploadProgress,
        )}
      >
        <progress
          max={Math.max(1, job.rows)}
          value={job.done}
          aria-label={t(`uploads.state.${job.state}`)}
        />
        <span>{t('uploads.doneOf', { done: job.done, rows: job.rows })}</span>
      </span>
    );
  }
  if (job.run_at !== null && job.state === 'waiting') {
    const at = formatDateTime(Date.parse(job.run_at), dates);
    return <span className="badge">{t('uploads.waitsUntil', { at })}</span>;
  }
  const isBad = job.state === 'failed' || job.state === 'cancelled';
  const state = job.verify && job.state === 'done' ? 'checked' : job.state;
  return <span className={isBad ? 'badge bad' : 'badge'}>{t(`uploads.state.${state}`)}</span>;
}

function Errors({ job }: { readonly job: UploadJob }) {
  const { t } = useTranslation();
  const columns = useMemo<readonly Column<Wrong>[]>(
    () => [
      { key: 'row', label: t('uploads.row'), isNumber: true, cell: ({ row }) => row },
      {
        key: 'registration',
        label: t('uploads.field.registration'),
        cell: ({ registration }) => registration,
      },
      { key: 'text', label: t('uploads.wrong'), widthPx: 320, cell: ({ text }) => text },
    ],
    [t],
  );
  if (job.errors.length === 0) return null;
  return (
    <div className={styles.uploadErrors}>
      <DataTable
        label={t('uploads.wrongRows')}
        columns={columns}
        rows={job.errors}
        keyOf={({ row }) => row}
        state={GOOD}
        empty={{ title: '', text: '' }}
      />
      {job.error_count > job.errors.length && (
        <p className="field-hint">
          {t('uploads.moreErrors', { count: job.error_count - job.errors.length })}
        </p>
      )}
    </div>
  );
}

/** The result or preview of an upload: counts, invalid rows, and files of both. */
export function Outcome({
  job,
  children,
}: {
  readonly job: UploadJob;
  readonly children?: React.ReactNode;
}) {
  const { t } = useTranslation();
  const { cancel, save } = useUploadActions();
  return (
    <section
      className={cx('panel', stack({ columns: 'one', gap: 4 }))}
      aria-labelledby="upload-outcome"
      aria-live="polite"
    >
      <div
        data-part="upload-outcome-head"
        className={cx(
          row({ wrap: true, align: 'center', rowGap: 2, columnGap: 4 }),
          styles.uploadOutcomeHead,
        )}
      >
        <h2 id="upload-outcome">{job.file_name}</h2>
        <State job={job} />
        {job.finished_at === null && (
          <Button onClick={() => void cancel(job.id)}>{t('action.cancel')}</Button>
        )}
      </div>
      {job.failure !== null && (
        <p
          className={look({
            margin: 0,
            paddingY: 3,
            paddingX: 4,
            tone: 'bad',
            ground: 'bad',
            radius: 'medium',
          })}
        >
          {job.failure}
        </p>
      )}
      <dl className={cx(stack({ gap: 2, margin: 0 }), styles.uploadCounts)}>
        {COUNTS.map((name) => (
          <div key={name} data-count={name} data-none={job[name] === 0}>
            <dt>{t(`uploads.${job.verify ? 'wouldBe' : 'count'}.${name}`)}</dt>
            <dd>{job[name]}</dd>
          </div>
        ))}
      </dl>
      {children}
      <Errors job={job} />
      {job.rows > 0 && (
        <div className={row({ wrap: true, align: 'center', rowGap: 2, columnGap: 4 })}>
          <Button onClick={() => void save(job.id, 'csv', false)}>{t('uploads.saveAll')}</Button>
          {job.error_count > 0 && (
            <>
              <Button onClick={() => void save(job.id, 'csv', true)}>
                {t('uploads.saveErrors')}
              </Button>
              <Button onClick={() => void save(job.id, 'xlsx', true)}>
                {t('uploads.saveErrorsXlsx')}
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  );
}
