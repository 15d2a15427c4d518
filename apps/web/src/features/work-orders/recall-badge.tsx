import type { RecallState } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';

/** The colour of a state. */
const TONES = { open: 'bad', planned: 'warn', done: 'good', not_affected: 'quiet' } as const;

/** The state of a vehicle in a recall. */
export function RecallBadge({ state }: { readonly state: RecallState }) {
  const { t } = useTranslation();
  return <Badge tone={TONES[state]}>{t(`recalls.state.${state}`)}</Badge>;
}
