import type { OnboardingShownState } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';

const TONES = {
  invited: 'quiet',
  in_progress: 'quiet',
  submitted: 'warn',
  accepted: 'good',
  rejected: 'bad',
  withdrawn: 'quiet',
  expired: 'bad',
} as const;

/** The state of an onboarding as a word. */
export function OnboardingStateBadge({ state }: { readonly state: OnboardingShownState }) {
  const { t } = useTranslation();
  return <Badge tone={TONES[state]}>{t(`agencyOnboarding.state.${state}`)}</Badge>;
}
