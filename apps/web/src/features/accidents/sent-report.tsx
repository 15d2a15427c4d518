import { Button } from '../../ui/button/button.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import type { KeptReport } from '../../ui/outbox/store.ts';
import { t } from '../../ui/public-page/texts.ts';
import styles from './accident.module.css';
import type { Draft } from './accidents-model.ts';
import type { AccidentPage } from './use-accident.ts';

function Waiting({
  report,
  page,
}: {
  readonly report: KeptReport<Draft>;
  readonly page: AccidentPage;
}) {
  const { progress } = page;
  const isSending = progress?.reportKey === report.reportKey;
  return (
    <section className={cx(stack({ gap: 2, items: 'start' }), styles.accidentState)} role="status">
      <h2>{t(isSending ? 'accident.sending' : 'accident.saved')}</h2>
      {isSending && progress.photos > 0 && (
        <>
          <progress max={progress.photos} value={progress.arrived} />
          <p>
            {t('accident.sendingPhotos', {
              n: Math.min(progress.arrived + 1, progress.photos),
              count: progress.photos,
            })}
          </p>
        </>
      )}
      <p>{t('accident.waiting')}</p>
      {!isSending && (
        <Button kind="publicPrimary" onClick={page.sendNow}>
          {t('accident.sendNow')}
        </Button>
      )}
    </section>
  );
}

/** A submitted report: uploading, received with its reference, or rejected with the reason. */
export function SentReport({
  report,
  page,
}: {
  readonly report: KeptReport<Draft>;
  readonly page: AccidentPage;
}) {
  if (report.state === 'waiting') return <Waiting report={report} page={page} />;
  if (report.state === 'refused') {
    return (
      <section className={cx(stack({ gap: 2, items: 'start' }), styles.accidentState)} role="alert">
        <h2>{t('accident.refused')}</h2>
        <p>{report.reason}</p>
        <ul>
          {Object.entries(report.faults).map(([field, texts]) => (
            <li key={field}>{texts.join(' ')}</li>
          ))}
        </ul>
        <Button kind="publicPrimary" onClick={() => void page.change(report)}>
          {t('accident.change')}
        </Button>
      </section>
    );
  }
  return (
    <section className={cx(stack({ gap: 2, items: 'start' }), styles.accidentState)} role="status">
      <h2>{t('accident.done')}</h2>
      <p>{t('accident.reference')}</p>
      <p className="public-plate">{report.reference}</p>
      <p>{t('accident.doneText')}</p>
      <Button kind="public" onClick={() => void page.forget(report)}>
        {t('accident.new')}
      </Button>
    </section>
  );
}
