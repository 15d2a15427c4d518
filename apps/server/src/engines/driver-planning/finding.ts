import type { DrivingReason, PlanningCheck, PlanningLevel, ShiftLevel } from '@roadworthy/domain';

/** One answer of a check of a planned shift. Durations and times in ms, times since 1970 UTC. */
export interface PlanningFinding {
  readonly check: PlanningCheck;
  readonly level: PlanningLevel;
  /** The paragraph of the law, for example "561/2006 Art. 8(2)"; null where no law says it. */
  readonly paragraph: string | null;
  /** What the plan reaches, and the limit; null where there is no amount. */
  readonly actualMs: number | null;
  readonly limitMs: number | null;
  /** Since when, or until when; null without a time. */
  readonly atMs: number | null;
  /** Why a person may not drive; null for other checks. */
  readonly reason: DrivingReason | null;
  /** A class of vehicles, or how many of how many; empty without one. */
  readonly detail: string;
}

const NOTHING = {
  paragraph: null,
  actualMs: null,
  limitMs: null,
  atMs: null,
  reason: null,
  detail: '',
} as const;

/** A finding with the given facts and none besides. */
export const finding = (
  check: PlanningCheck,
  level: PlanningLevel,
  facts: Partial<Omit<PlanningFinding, 'check' | 'level'>> = {},
): PlanningFinding => ({ ...NOTHING, ...facts, check, level });

const RANKS: Readonly<Record<ShiftLevel, number>> = { breaks: 3, warns: 2, unknown: 1, none: 0 };

/** The worst level of some findings. */
export function levelOf(findings: readonly Pick<PlanningFinding, 'level'>[]): ShiftLevel {
  return findings.reduce<ShiftLevel>(
    (worst, { level }) => (RANKS[level] > RANKS[worst] ? level : worst),
    'none',
  );
}

/** Findings with the worst first; equal ones keep their sequence. */
export const worstFirst = (findings: readonly PlanningFinding[]): readonly PlanningFinding[] =>
  [...findings].sort((one, other) => RANKS[other.level] - RANKS[one.level]);
