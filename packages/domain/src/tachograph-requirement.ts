import { type AssetKind, isPowered, kindOf } from './asset-kinds.ts';
import type { VehicleType } from './vehicles.ts';

/** The first day on which vehicles over 2.5 t in international haulage need a tachograph; YYYY-MM-DD. */
export const INTERNATIONAL_HAULAGE_SINCE = '2026-07-01';
/** Up to this maximum permissible mass, no vehicle needs a tachograph. */
export const TACHOGRAPH_INTERNATIONAL_KG = 2500;
/** Up to this maximum permissible mass, a vehicle that carries goods inside a country needs none. */
export const TACHOGRAPH_GOODS_KG = 3500;

/** What decides whether a vehicle needs a tachograph. Masses are maximum permissible masses in kg. */
export interface TachographFacts {
  readonly type: VehicleType;
  /** Null for the kind of the type. */
  readonly kind: AssetKind | null;
  readonly gross_weight_kg: number | null;
  /** Of the vehicle with its trailer; null without a trailer. */
  readonly train_weight_kg: number | null;
  /**
   * Whether it carries goods in international transport or in cabotage: for hire or reward, or on own account
   * with driving as the main activity of the driver (article 3(ha)).
   */
  readonly is_international_haulage: boolean;
  /** Whether its vehicle unit was downloaded, so that it has a tachograph whatever else is stored. */
  readonly has_unit: boolean;
}

/**
 * Why a vehicle needs a tachograph or not, with the provision of Regulation (EC) No 561/2006 as amended by
 * Regulation (EU) 2020/1054; null where none decides. Regulation (EU) No 165/2014, article 3(1), requires a
 * tachograph in the vehicles to which that regulation applies.
 */
export const TACHOGRAPH_REASONS = {
  goods_category: { isRequired: true, article: '2(1)(a)' },
  goods_over_3500: { isRequired: true, article: '2(1)(a)' },
  passengers: { isRequired: true, article: '2(1)(b)' },
  international_haulage: { isRequired: true, article: '2(1)(aa)' },
  unit_downloaded: { isRequired: true, article: null },
  unpowered: { isRequired: false, article: null },
  not_for_goods: { isRequired: false, article: '2(1)' },
  no_international_haulage: { isRequired: false, article: '2(1)(aa), 3(ha)' },
  mass_unknown: { isRequired: false, article: '2(1)(aa)' },
  up_to_2500: { isRequired: false, article: '2(1)(aa)' },
  before_july_2026: { isRequired: false, article: '2(1)(aa)' },
} as const satisfies Readonly<
  Record<string, { readonly isRequired: boolean; readonly article: string | null }>
>;

export type TachographReason = keyof typeof TACHOGRAPH_REASONS;

export const TACHOGRAPH_REASON_NAMES = Object.keys(
  TACHOGRAPH_REASONS,
) as readonly TachographReason[];

/** Whether a vehicle needs a tachograph, and why. */
export interface TachographRequirement {
  readonly isRequired: boolean;
  readonly reason: TachographReason;
  readonly article: string | null;
}

/** Whether goods vehicles of this kind can be light enough that their use decides. */
export const isLightKind = (kind: AssetKind): boolean => kind === 'van' || kind === 'car';

/** The larger of the masses that are stored; null for none. */
function largestKg({ gross_weight_kg: gross, train_weight_kg: train }: TachographFacts) {
  const kg = Math.max(gross ?? 0, train ?? 0);
  return kg === 0 ? null : kg;
}

/** Why the law requires a tachograph or not, for a car or van. */
function reasonOfLight(
  kind: AssetKind,
  facts: TachographFacts,
  day: string,
): Exclude<TachographReason, 'unit_downloaded'> {
  const { gross_weight_kg: gross, is_international_haulage: isHaulage } = facts;
  if (kind === 'car' && !isHaulage) return 'not_for_goods';
  if ((gross ?? 0) > TACHOGRAPH_GOODS_KG) return 'goods_over_3500';
  if (!isHaulage) return 'no_international_haulage';
  const kg = largestKg(facts);
  if (kg === null) return 'mass_unknown';
  if (kg <= TACHOGRAPH_INTERNATIONAL_KG) return 'up_to_2500';
  return day < INTERNATIONAL_HAULAGE_SINCE ? 'before_july_2026' : 'international_haulage';
}

/** Why the law requires a tachograph or not. */
function reasonOf(facts: TachographFacts, day: string): TachographReason {
  const kind = kindOf(facts.type, facts.kind);
  if (!isPowered(kind)) return 'unpowered';
  if (facts.type === 'STR') return kind === 'bus' ? 'passengers' : 'goods_category';
  return isLightKind(kind) ? reasonOfLight(kind, facts, day) : 'not_for_goods';
}

/**
 * Whether a vehicle needs a tachograph (Regulation (EC) No 561/2006, articles 2(1) and 3(ha)).
 *
 * The type STR stands for goods vehicles over 3.5 t and for buses, whatever mass is stored. The train weight
 * counts only in international haulage: for other vans it says what they may pull, not that they do. The
 * migration 0092 repeats the rule in SQL; a test compares both.
 *
 * @param day YYYY-MM-DD in UTC
 */
export function tachographRequirement(facts: TachographFacts, day: string): TachographRequirement {
  const ofLaw = reasonOf(facts, day);
  const reason =
    facts.has_unit && !TACHOGRAPH_REASONS[ofLaw].isRequired ? 'unit_downloaded' : ofLaw;
  return { reason, ...TACHOGRAPH_REASONS[reason] };
}
