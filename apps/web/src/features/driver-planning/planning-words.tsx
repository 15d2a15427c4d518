import { type AbsenceState, formatDateTime, type ShiftLevel } from '@roadworthy/domain';
import { CircleCheck, CircleHelp, OctagonAlert, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { look, row, stack } from '../../ui/look/look.ts';
import { hoursText } from '../tracking/tracking-hours.ts';
import type { Finding } from './driver-planning.ts';
import { usePlanDates } from './use-plan.ts';

const ICONS = {
  breaks: OctagonAlert,
  warns: TriangleAlert,
  unknown: CircleHelp,
  none: CircleCheck,
} as const;
const TONES = { breaks: 'bad', warns: 'warn', unknown: 'quiet', none: 'good' } as const;
const STATE_TONES = { requested: 'warn', approved: 'good', refused: 'quiet' } as const;

/** The worst finding of a shift: icon and word. */
export function LevelBadge({ level }: { readonly level: ShiftLevel }) {
  const { t } = useTranslation();
  const Icon = ICONS[level];
  return (
    <Badge tone={TONES[level]}>
      <Icon size={16} aria-hidden="true" /> {t(`planning.level.${level}`)}
    </Badge>
  );
}

/** The state of a request. */
export function AbsenceStateBadge({ state }: { readonly state: AbsenceState }) {
  const { t } = useTranslation();
  return <Badge tone={STATE_TONES[state]}>{t(`planning.state.${state}`)}</Badge>;
}

/** A finding in plain words, with the paragraph of the law. */
export function useFindingText(zone: string): (one: Finding) => string {
  const { t } = useTranslation();
  const dates = usePlanDates(zone);
  return ({ actual, at, check, detail, limit, paragraph, reason }) => {
    const why =
      reason === null
        ? t('planning.notShown')
        : t(`driversFile.reason.${reason}`, { codes: detail });
    const text = t(`planning.check.${check}`, {
      actual: hoursText(actual ?? 0),
      limit: hoursText(limit ?? 0),
      at: at === null ? '' : formatDateTime(Date.parse(at), dates),
      detail,
      why,
    });
    return paragraph === null ? text : `${text} (${paragraph})`;
  };
}

/** What is found of a shift, the worst first. */
export function FindingList({
  findings,
  zone,
}: {
  readonly findings: readonly Finding[];
  readonly zone: string;
}) {
  const { t } = useTranslation();
  const textOf = useFindingText(zone);
  if (findings.length === 0) return <LevelBadge level="none" />;
  return (
    <ul
      className={stack({ columns: 'one', gap: 2, margin: 0, padding: 0, list: true })}
      aria-label={t('planning.findings')}
    >
      {findings.map((one) => (
        <li
          key={`${one.check} ${one.reason} ${one.at}`}
          className={row({ wrap: true, gap: 2, align: 'center' })}
        >
          <LevelBadge level={one.level} />
          <span className={look({ breaks: true })}>{textOf(one)}</span>
        </li>
      ))}
    </ul>
  );
}
