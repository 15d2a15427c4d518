import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import type { FaultRow } from './faults.ts';

/** Whether a fault lasts, waits for an answer, or why it ended. */
export function StateBadge({ one }: { readonly one: FaultRow }) {
  const { t } = useTranslation();
  if (one.end_reason !== null) {
    return <Badge tone="good">{t(`faults.end.${one.end_reason}`)}</Badge>;
  }
  return (
    <Badge tone={one.severity === 'major' ? 'bad' : 'warn'}>
      {t(one.is_asked ? 'faults.asked' : 'faults.state.open')}
    </Badge>
  );
}
