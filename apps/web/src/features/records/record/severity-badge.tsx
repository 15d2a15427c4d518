import type { Severity } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';

const TONES: Readonly<Record<Severity, 'quiet' | 'warn' | 'bad'>> = {
  advisory: 'quiet',
  minor: 'warn',
  major: 'bad',
  dangerous: 'bad',
};

/** The severity of a finding: a word and a colour. */
export function SeverityBadge({ severity }: { readonly severity: Severity }) {
  const { t } = useTranslation();
  return (
    <span className={`status-badge ${TONES[severity]}`}>{t(`record.severity.${severity}`)}</span>
  );
}
