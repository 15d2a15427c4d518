/** Severities of a finding, mildest first. */
export const SEVERITIES = ['advisory', 'minor', 'major', 'dangerous'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The severity at an index of `SEVERITIES`; the mildest for an invalid index. */
export function severityOfRank(rank: number): Severity {
  return SEVERITIES[rank] ?? 'advisory';
}

/** Parts of a vehicle that a finding can be about. */
export const DEFECT_AREAS = [
  'brakes',
  'steering',
  'tyres',
  'wheels',
  'coupling',
  'lights',
  'glass',
  'body',
  'engine',
  'load',
  'other',
] as const;
export type DefectArea = (typeof DEFECT_AREAS)[number];

/** Parts whose major defects take a vehicle off the road (facts of the trade, walkaround check). */
const VITAL: ReadonlySet<DefectArea> = new Set([
  'brakes',
  'steering',
  'tyres',
  'wheels',
  'coupling',
]);

/** The parts of a finding that decide how serious it is. */
interface Finding {
  readonly severity: Severity;
  readonly area?: DefectArea | null;
}

/**
 * Sorts findings worst first: those that take the vehicle off the road, then by severity, otherwise in
 * their original sequence. The first one describes the record in lists.
 */
export function worstFirst<F extends Finding>(findings: readonly F[]): F[] {
  const rank = (one: F) =>
    SEVERITIES.indexOf(one.severity) + (takesOffRoad(one) ? SEVERITIES.length : 0);
  return [...findings].sort((a, b) => rank(b) - rank(a));
}

/**
 * Whether a vehicle with this finding must not be used until it is repaired: any dangerous finding, or
 * a major one of a vital part (facts of the trade, walkaround check).
 */
export function takesOffRoad(finding: Finding): boolean {
  if (finding.severity === 'dangerous') return true;
  return finding.severity === 'major' && VITAL.has(finding.area ?? 'other');
}
