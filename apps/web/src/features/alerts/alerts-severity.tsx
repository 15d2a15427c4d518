import { useTranslation } from 'react-i18next';
import { cx, look } from '../../ui/look/look.ts';
import styles from './alerts.module.css';
import type { Alert } from './use-alerts.ts';

/** The severity of an alert: a word next to a mark in its colour. */
export function Severity({ severity }: { readonly severity: Alert['severity'] }) {
  const { t } = useTranslation();
  return (
    <span
      className={cx(
        look({ flow: 'inlineRow', gap: 2, align: 'center', nowrap: true }),
        styles.severity,
        styles[`is-${severity}`],
      )}
    >
      <span aria-hidden="true" className={cx(look({ radius: 'circle' }), styles.severityMark)} />
      {t(`alerts.severity.${severity}`)}
    </span>
  );
}
