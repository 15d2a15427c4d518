import type { Severity } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge/badge.tsx';

const TONES: Readonly<Record<Severity, 'quiet' | 'warn' | 'bad'>> = {
  advisory: 'quiet',
  minor: 'warn',
  major: 'bad',
  dangerous: 'bad',
};

/** The severity of a finding: a word and a colour. */
export function SeverityBadge({ severity }: { readonly severity: Severity }) {
  const { t } = useTranslation();
  return <Badge tone={TONES[severity]}>{t(`record.severity.${severity}`)}</Badge>;
}
