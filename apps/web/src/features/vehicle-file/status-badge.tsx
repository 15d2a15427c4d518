import { type ActivityStatus, activityStatus } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { knownText } from '../../ui/known-text.ts';
import { look } from '../../ui/look/look.ts';
import type { Activity } from '../../ui/vehicle-file/activities.ts';

/** Colours of positive, pending and negative statuses; the word has the same meaning. */
const TONES: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = {
  complete: 'good',
  complete_qc_done: 'good',
  complete_internal_qc_review: 'warn',
  incomplete: 'warn',
  partial_non_verified: 'warn',
  verified_signed_off: 'good',
  signed_off_roadworthy: 'good',
  repaired: 'good',
  defect_complete: 'good',
  Pass: 'good',
  Completed: 'good',
  Fail: 'bad',
  PRS: 'warn',
};

/** The text of a status: a known one is translated, others are shown as stored. */
export function useStatusText(): (status: ActivityStatus) => string {
  const { t } = useTranslation();
  return ({ key, name }) => (key === null ? knownText(name, t) : t(`vehicleFile.status.${key}`));
}

/** The status of an activity by the status tables (G-75 to G-90), with VOR (G-P03). */
export function StatusBadge({
  activity,
}: {
  readonly activity: Pick<Activity, 'activity_type_reference' | 'status'>;
}) {
  const { t } = useTranslation();
  const status = activityStatus(activity.activity_type_reference, activity.status);
  const text = useStatusText();
  const tone = TONES[status.key ?? status.name] ?? 'quiet';
  return (
    <span className={look({ flow: 'inlineRow', wrap: true, gap: 1 })}>
      <Badge tone={tone}>{text(status)}</Badge>
      {status.isVor && <Badge tone="bad">{t('vehicleFile.vor')}</Badge>}
    </span>
  );
}
