import type { EventSeverity, ReviewState } from '@roadworthy/domain';
import {
  ArrowDown,
  Circle,
  CircleCheck,
  CircleX,
  Equal,
  GraduationCap,
  OctagonAlert,
  TriangleAlert,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './review.module.css';

const SEVERITY_ICONS = {
  low: ArrowDown,
  medium: Equal,
  high: TriangleAlert,
  critical: OctagonAlert,
} as const;
const STATE_ICONS = {
  new: Circle,
  reviewed: CircleCheck,
  coached: GraduationCap,
  dismissed: CircleX,
} as const;

/** Icon and word of a severity. */
export function SeverityBadge({ severity }: { readonly severity: EventSeverity }) {
  const { t } = useTranslation();
  const Icon = SEVERITY_ICONS[severity];
  return (
    <span className={`${styles.badge} ${styles[severity] ?? ''}`}>
      <Icon size={16} aria-hidden="true" />
      {t(`events.severity.${severity}`)}
    </span>
  );
}

/** Icon and word of the state of a review. */
export function StateBadge({ state }: { readonly state: ReviewState }) {
  const { t } = useTranslation();
  const Icon = STATE_ICONS[state];
  return (
    <span className={styles.badge}>
      <Icon size={16} aria-hidden="true" />
      {t(`events.state.${state}`)}
    </span>
  );
}
