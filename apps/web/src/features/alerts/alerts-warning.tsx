import { formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import type { Display } from '../../ui/display.ts';
import { cx, look, row } from '../../ui/look/look.ts';
import styles from './alerts.module.css';
import { Severity } from './alerts-severity.tsx';
import type { Warning } from './use-alerts.ts';

/** The problem of the installation and its solution. */
export function WarningText({ warning: { code } }: { readonly warning: Warning }) {
  const { t } = useTranslation();
  return (
    <>
      <strong>{t(`alerts.warning.${code}`)}</strong>
      <span className={cx(look({ flow: 'block', tone: 'quiet' }), styles.alertFinding)}>
        {t(`alerts.warningText.${code}`)}
      </span>
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
    <div className={cx(styles.alertLine, styles.unread)}>
      <span className={row({ gap: 2, justify: 'between' })}>
        <strong>{t(`alerts.warning.${warning.code}`)}</strong>
        <Severity severity={warning.severity} />
      </span>
      <span>{t(`alerts.warningText.${warning.code}`)}</span>
      <span className={row({ gap: 2, justify: 'between', tone: 'quiet' })}>
        {t('alerts.installation')}
        <time dateTime={warning.since}>
          {t('alerts.since', { time: formatDateTime(Date.parse(warning.since), display.dates) })}
        </time>
      </span>
    </div>
  );
}
