import { formatDateTime } from '@roadworthy/domain';
import { Button } from '../../ui/button/button.tsx';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import type { KeptReport } from '../../ui/outbox/store.ts';
import { t } from '../../ui/page-texts/texts.ts';
import type { Walkaround } from './use-walkaround.ts';
import styles from './walkaround.module.css';
import { CARD } from './walkaround-card.ts';
import { type Draft, defectsOf, isOffRoad } from './walkaround-model.ts';
import { checks } from './walkaround-outbox.ts';
import { durationText } from './walkaround-texts.ts';

type Report = KeptReport<Draft>;

/** The phone may not be the driver's: use the browser's time zone and the specified date format. */
const DATES = { timeZone: null, dateFormat: null, timeFormat: null } as const;

/** The findings in words, in addition to the colour. */
function Outcome({ draft }: { readonly draft: Draft }) {
  const defects = defectsOf(draft).length;
  if (isOffRoad(draft)) {
    return (
      <p className={cx(styles.walkOutcome, styles['is-bad'])}>
        <strong>{t('walk.doNotDrive')}</strong> {t('walk.doNotDriveText')}
      </p>
    );
  }
  if (defects > 0) {
    return (
      <p className={cx(styles.walkOutcome, styles['is-warn'])}>
        {t(defects === 1 ? 'walk.defectFound' : 'walk.defectsFound', { n: defects })}
      </p>
    );
  }
  return <p className={cx(styles.walkOutcome, styles['is-good'])}>{t('walk.nilDefects')}</p>;
}

function Waiting({ report, page }: { readonly report: Report; readonly page: Walkaround }) {
  const progress = checks.running?.progress ?? null;
  if (progress?.reportKey !== report.reportKey) {
    return (
      <>
        <p>{t('walk.waiting')}</p>
        <Button onClick={page.sendNow}>{t('walk.sendNow')}</Button>
      </>
    );
  }
  return (
    <>
      <p>
        {progress.photos === 0
          ? t('walk.sending')
          : t('walk.sendingPhotos', {
              n: Math.min(progress.arrived + 1, progress.photos),
              count: progress.photos,
            })}
      </p>
      <progress aria-hidden="true" max={Math.max(1, progress.photos)} value={progress.arrived} />
    </>
  );
}

function Refused({ report, page }: { readonly report: Report; readonly page: Walkaround }) {
  const { reason, faults } = report;
  return (
    <>
      <p className="field-fault">
        {[reason, ...Object.values(faults).flat()]
          .filter((text, n, all) => all.indexOf(text) === n)
          .join(' ')}
      </p>
      <div className={cx(row({ wrap: true, gap: 2 }), styles.walkButtons)}>
        <Button kind="primary" onClick={() => void page.reopen(report)}>
          {t('walk.change')}
        </Button>
        <Button kind="link" onClick={() => void page.forget(report)}>
          {t('walk.discard')}
        </Button>
      </div>
    </>
  );
}

function ReportCard({ report, page }: { readonly report: Report; readonly page: Walkaround }) {
  const { draft, state } = report;
  const doneAtMs = draft.doneAtMs ?? draft.startedAtMs;
  return (
    <li data-part="walk-report" className={cx(CARD, styles.walkReport, styles[`is-${state}`])}>
      <h3>
        {[draft.vehicle, ...(draft.trailers ?? []).map((one) => one.vehicle)]
          .map(({ registration }) => registration.toUpperCase())
          .join(' + ')}
        <span
          className={look({
            paddingY: 'half',
            paddingX: 2,
            size: 'small',
            weight: 'strong',
            ground: 'quiet',
            radius: 'medium',
          })}
        >
          {t(`walk.state.${state}`)}
        </span>
      </h3>
      <p className={styles.walkQuiet}>
        {formatDateTime(doneAtMs, DATES)} ·{' '}
        {t('walk.took', { time: durationText(doneAtMs - draft.startedAtMs) })}
        {report.reference === null ? '' : ` · ${report.reference}`}
      </p>
      <Outcome draft={draft} />
      {state === 'waiting' && <Waiting report={report} page={page} />}
      {state === 'refused' && <Refused report={report} page={page} />}
      {state === 'sent' && (
        <Button kind="link" onClick={() => void page.forget(report)}>
          {t('walk.forget')}
        </Button>
      )}
    </li>
  );
}

/** The finished checks on this phone: uploading, received or rejected. */
export function Reports({ page }: { readonly page: Walkaround }) {
  const { reports, others } = page;
  if (reports.length === 0 && others === 0) return null;
  return (
    <section aria-label={t('walk.reports')} aria-live="polite">
      <ul className={stack({ gap: 2, margin: 0, padding: 0, list: true })}>
        {reports.map((report) => (
          <ReportCard key={report.reportKey} report={report} page={page} />
        ))}
      </ul>
      {others > 0 && <p className={styles.walkQuiet}>{t('walk.others', { n: others })}</p>}
    </section>
  );
}
