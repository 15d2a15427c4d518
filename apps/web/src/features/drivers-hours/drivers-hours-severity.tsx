import type { InfringementSeverity } from '@roadworthy/domain';
import { CircleAlert, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './drivers-hours.module.css';

const ICONS = { MI: Info, SI: TriangleAlert, VSI: CircleAlert, MSI: OctagonAlert } as const;

/** The seriousness of an infringement: icon, word and colour. */
export function SeverityMark({ severity }: { readonly severity: InfringementSeverity | null }) {
  const { t } = useTranslation();
  const Icon = severity === null ? Info : ICONS[severity];
  return (
    <span className={styles.severity} data-severity={severity ?? 'none'}>
      <Icon size={16} aria-hidden="true" />
      {t(`hours.severity.${severity ?? 'none'}`)}
    </span>
  );
}
