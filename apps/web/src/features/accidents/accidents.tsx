import { useEffect } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { t } from '../../ui/public-page/texts.ts';
import { AccidentForm } from './accidents-form.tsx';
import { SentReport } from './sent-report.tsx';
import { useAccident } from './use-accident.ts';

/** The page to return to. */
export function BackToHelp({ qrid }: { readonly qrid: string }) {
  return (
    <a className="public-button" href={`/help/vehicle/${encodeURIComponent(qrid)}`}>
      {t('accident.backToHelp')}
    </a>
  );
}

/** The accident form, or the status of the report (K-17, K-P03). */
export function Accident({ qrid }: { readonly qrid: string | null }) {
  const page = useAccident(qrid);
  const { shown } = page;
  useEffect(() => {
    document.title = `${t('accident.title')} · ${t('app.name')}`;
  }, []);
  if (shown.state === 'form') {
    const { draft } = shown;
    return <AccidentForm key={draft.reportKey} first={draft} page={page} />;
  }
  return (
    <>
      <h1>{t('accident.title')}</h1>
      {shown.state === 'loading' && (
        <p className="public-loading" role="status">
          <span className="public-spinner" aria-hidden="true" />
          <span className="visually-hidden">{t('accident.loading')}</span>
        </p>
      )}
      {shown.state === 'closed' && <p role="alert">{t(shown.text)}</p>}
      {shown.state === 'failed' && (
        <div className="public-notice" role="alert">
          <p>{shown.text}</p>
          <Button kind="public" onClick={page.retry}>
            {t('action.retry')}
          </Button>
        </div>
      )}
      {shown.state === 'report' && <SentReport report={shown.report} page={page} />}
      {qrid !== null && shown.state !== 'loading' && <BackToHelp qrid={qrid} />}
    </>
  );
}
