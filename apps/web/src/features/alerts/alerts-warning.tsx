import { formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import type { Display } from '../../ui/display.ts';
import { Severity } from './alerts-severity.tsx';
import type { Warning } from './use-alerts.ts';

/** The problem of the installation and its solution. */
export function WarningText({ warning: { code } }: { readonly warning: Warning }) {
  const { t } = useTranslation();
  return (
    <>
      <strong>{t(`alerts.warning.${code}`)}</strong>
      <span className="alert-finding">{t(`alerts.warningText.${code}`)}</span>
    </>
  );
}

/**
 * A warning of the installation in the bell's panel: it has no link and disappears when the problem
 * is solved.
 */
export function WarningLine({
  warning,
  display,
}: {
  readonly warning: Warning;
  readonly display: Display;
}) {
  const { t } = useTranslation();
  return (
    <div className="alert-line unread">
      <span className="alert-head">
        <strong>{t(`alerts.warning.${warning.code}`)}</strong>
        <Severity severity={warning.severity} />
      </span>
      <span>{t(`alerts.warningText.${warning.code}`)}</span>
      <span className="alert-facts">
        {t('alerts.installation')}
        <time dateTime={warning.since}>
          {t('alerts.since', { time: formatDateTime(Date.parse(warning.since), display.dates) })}
        </time>
      </span>
    </div>
  );
}
