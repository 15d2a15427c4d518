import type { UnaccountedKind, UnaccountedState } from '@roadworthy/domain';
import { CreditCard, FileX, IdCard, type LucideIcon, RadioTower, TimerOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { look } from '../../ui/look/look.ts';

const ICONS: Readonly<Record<UnaccountedKind, LucideIcon>> = {
  without_card: CreditCard,
  other_card: IdCard,
  not_recorded: TimerOff,
  missing_download: FileX,
  tracker_gap: RadioTower,
};
const TONES = { new: 'warn', explained: 'good', follow_up: 'bad' } as const;

/** The kind of a gap: icon and word. */
export function KindMark({ kind }: { readonly kind: UnaccountedKind }) {
  const { t } = useTranslation();
  const Icon = ICONS[kind];
  return (
    <span className={look({ flow: 'inlineRow', align: 'center', gap: 2 })}>
      <Icon size={16} aria-hidden="true" />
      {t(`unaccounted.kind.${kind}`)}
    </span>
  );
}

/** What a manager has decided, as a word. */
export function StateMark({
  state,
  isOutdated,
}: {
  readonly state: UnaccountedState;
  readonly isOutdated: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Badge tone={isOutdated ? 'quiet' : TONES[state]}>
      {t(isOutdated ? 'unaccounted.outdated' : `unaccounted.state.${state}`)}
    </Badge>
  );
}
