import {
  DRIVING_CLASSES,
  type DriverFileItemKind,
  type DrivingClass,
  type DrivingReason,
} from '@roadworthy/domain';
import {
  type DriverDocument,
  type DriverFacts,
  type FileItem,
  newest,
  plainCategory,
  stateOn,
} from './items.ts';

/** Whether a person may drive a class of vehicles. */
export interface DrivingStatement {
  readonly class: DrivingClass;
  readonly may_drive: boolean;
  /** Why not. */
  readonly reasons: readonly DrivingReason[];
  /** What does not forbid driving and needs attention. */
  readonly warnings: readonly DrivingReason[];
  /** Codes of restrictions of the category, which may forbid a particular vehicle. */
  readonly codes: readonly string[];
}

/**
 * Categories that permit a class, in the sequence in which they are looked up (GB: Motor Vehicles (Driving
 * Licences) Regulations 1999, schedule 2; gov.uk "Driving licence categories").
 */
const PERMITTED_BY: Readonly<Record<DrivingClass, readonly string[]>> = {
  B: ['B', 'BE'],
  C1: ['C1', 'C', 'C1E', 'CE'],
  C: ['C', 'CE'],
  C1E: ['C1E', 'CE'],
  CE: ['CE'],
  D1: ['D1', 'D', 'D1E', 'DE'],
  D: ['D', 'DE'],
};

type Need = readonly [kind: DriverFileItemKind, name: 'cpc' | 'medical' | 'card' | 'right_to_work'];
/** Needed for work with any vehicle. */
const OF_ALL: readonly Need[] = [['right_to_work', 'right_to_work']];
/** Needed for lorries and buses. */
const OF_GROUP_2: readonly Need[] = [
  ['cpc_card', 'cpc'],
  ['medical', 'medical'],
  ['tachograph_card', 'card'],
];

/** What the last check says against the licence; one that a person enters says nothing against it. */
function statusReason(check: DriverDocument | null, today: string): DrivingReason | null {
  const status = check?.licence_status ?? 'valid';
  if (status === 'valid') return null;
  if (status === 'expired') return 'licence_expired';
  if (status !== 'disqualified') return 'licence_not_valid';
  const until = check?.disqualified_until ?? null;
  return until === null || until >= today ? 'disqualified' : null;
}

/**
 * Says for each class of vehicles whether a person may drive it, and why not. A recorded exemption of CPC,
 * tachograph card or right to work is a warning: it may hold for some work only. A medical belongs to the
 * licence, so that no exemption replaces it.
 *
 * @param items of `fileItems` for the same facts without exemptions
 * @param today YYYY-MM-DD
 */
export function drivingStatements(
  facts: DriverFacts,
  items: readonly FileItem[],
  today: string,
): DrivingStatement[] {
  const licence = newest(facts.documents, 'licence');
  const stateOf = (kind: DriverFileItemKind) => {
    const item = items.find((one) => one.kind === kind);
    return item === undefined ? 'missing' : stateOn(item, today, 0);
  };
  const isExempt = (kind: DriverFileItemKind) => facts.exempt.some((one) => one === kind);
  const lacks = (needs: readonly Need[]) =>
    needs.flatMap(([kind, name]) => {
      const state = stateOf(kind);
      return state === 'missing' || state === 'expired' ? [{ kind, name, state }] : [];
    });
  const forbidding = (needs: readonly Need[]): DrivingReason[] =>
    lacks(needs).flatMap(({ kind, name, state }): DrivingReason[] =>
      name !== 'medical' && isExempt(kind) ? [] : [`${name}_${state}`],
    );
  const exempted = (needs: readonly Need[]): DrivingReason[] =>
    lacks(needs).flatMap(({ kind, name }): DrivingReason[] =>
      name !== 'medical' && isExempt(kind) ? [`${name}_exempt`] : [],
    );
  const licenceReasons = (): DrivingReason[] => {
    if (licence === null) return ['licence_missing'];
    const isPast = licence.expires_on !== null && licence.expires_on < today;
    const status = statusReason(newest(facts.documents, 'entitlement_check'), today);
    return [
      ...(isPast || status === 'licence_expired' ? (['licence_expired'] as const) : []),
      ...(status === null || status === 'licence_expired' ? [] : [status]),
    ];
  };
  const engagementReasons: DrivingReason[] =
    facts.engaged_until != null && facts.engaged_until < today ? ['engagement_ended'] : [];
  const check = isExempt('entitlement_check') ? null : stateOf('entitlement_check');
  const checkWarnings: DrivingReason[] =
    check === 'missing' || check === 'expired' ? [`check_${check}`] : [];

  return DRIVING_CLASSES.map((name) => {
    const held = PERMITTED_BY[name].flatMap((category) =>
      (licence?.categories ?? []).filter((one) => plainCategory(one.category) === category),
    );
    const valid = held.find(({ expires_on: day }) => day === null || day >= today);
    const categoryReasons: DrivingReason[] =
      valid !== undefined ? [] : [held.length > 0 ? 'category_expired' : 'category_missing'];
    const needs = name === 'B' ? OF_ALL : [...OF_GROUP_2, ...OF_ALL];
    const reasons = [
      ...engagementReasons,
      ...licenceReasons(),
      ...(licence === null ? [] : categoryReasons),
      ...forbidding(needs),
    ];
    const codes = valid?.codes ?? [];
    return {
      class: name,
      may_drive: reasons.length === 0,
      reasons,
      warnings: [
        ...exempted(needs),
        ...checkWarnings,
        ...(codes.length > 0 ? (['restricted'] as const) : []),
      ],
      codes,
    };
  });
}
