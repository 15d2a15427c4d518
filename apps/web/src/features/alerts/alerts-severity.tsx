import { useTranslation } from 'react-i18next';
import type { Alert } from './use-alerts.ts';

/** The severity of an alert: a word next to a mark in its colour. */
export function Severity({ severity }: { readonly severity: Alert['severity'] }) {
  const { t } = useTranslation();
  return (
    <span className={`severity is-${severity}`}>
      <span aria-hidden="true" className="severity-mark" />
      {t(`alerts.severity.${severity}`)}
    </span>
  );
}
