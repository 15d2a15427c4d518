import { type AssetKind, isTrailer } from './asset-kinds.ts';

/** Where a tyre is. */
export const TYRE_STATUSES = ['in_stock', 'fitted', 'at_retreader', 'scrapped'] as const;
export type TyreStatus = (typeof TYRE_STATUSES)[number];

/** Where a removed tyre goes. */
export const REMOVED_TO = ['in_stock', 'at_retreader', 'scrapped'] as const;

/** Why a tyre is scrapped. */
export const SCRAP_REASONS = ['worn', 'damaged', 'age', 'casing', 'sold', 'other'] as const;
export type ScrapReason = (typeof SCRAP_REASONS)[number];

/** Steps in the life of a tyre. */
export const TYRE_EVENTS = [
  'added',
  'fitted',
  'removed',
  'stored',
  'sent',
  'returned',
  'scrapped',
] as const;
export type TyreEventKind = (typeof TYRE_EVENTS)[number];

/** Where a tread depth or a pressure comes from. */
export const TYRE_READING_SOURCES = ['new', 'fitting', 'office', 'inspection', 'sensor'] as const;
export type TyreReadingSource = (typeof TYRE_READING_SOURCES)[number];

/** Why a tyre is due for change. */
export const TYRE_CAUSES = ['tread_law', 'tread_own', 'age', 'date_code'] as const;
export type TyreCause = (typeof TYRE_CAUSES)[number];

/** When a fitted tyre is due for change. */
export const TYRE_STATES = ['now', 'soon', 'good', 'unknown'] as const;
export type TyreState = (typeof TYRE_STATES)[number];

/** A tyre is due soon within these days. */
export const TYRE_SOON_DAYS = 28;

/** Below the recommended pressure by more than this is low, in per cent, unless the vehicle has its own. */
export const LOW_PRESSURE_PCT = 20;

/** A place for one tyre. Codes are those of inspections, so that their measurements match. */
export interface TyrePosition {
  readonly code: string;
  /** From the front; null for a spare wheel. */
  readonly axle: number | null;
  readonly side: 'nearside' | 'offside' | 'middle';
  readonly place: 'single' | 'outer' | 'inner' | 'spare';
}

/** What a position asks of a tyre. */
export const TYRE_PLACE_KINDS = ['steer', 'drive', 'trailer', 'spare'] as const;
export type TyrePlaceKind = (typeof TYRE_PLACE_KINDS)[number];

/** One axle with its positions from nearside to offside. */
export interface TyreAxle {
  readonly axle: number;
  readonly isSteered: boolean;
  readonly isTwin: boolean;
  readonly positions: readonly TyrePosition[];
}

/** The wheels of a vehicle. */
export interface TyreLayout {
  readonly axles: readonly TyreAxle[];
  readonly spares: readonly TyrePosition[];
}

/** What decides the wheels; null for what nobody entered. */
export interface WheelFacts {
  readonly kind: AssetKind;
  readonly axles: number | null;
  /** Axles with twin wheels and steered axles, from the front. */
  readonly twinAxles: readonly number[] | null;
  readonly steeredAxles: readonly number[] | null;
  readonly spares: number;
}

/** At most this many spare wheels. */
export const MAX_SPARES = 4;

const USUAL_AXLES: Partial<Record<AssetKind, number>> = { semi_trailer: 3, tail_lift: 0 };
const usualAxles = (kind: AssetKind) => USUAL_AXLES[kind] ?? 2;

/** The axles that usually have twin wheels. */
function usualTwins(kind: AssetKind, axles: number): readonly number[] {
  if (kind === 'rigid') return axles >= 4 ? [3, 4] : axles === 3 ? [2, 3] : [2];
  // Of a tractor with three axles, the one in the middle lifts and has single wheels.
  if (kind === 'tractor') return axles >= 4 ? [3, 4] : [axles];
  if (kind === 'bus') return [2];
  return [];
}

/** The axles that are usually steered. */
function usualSteered(kind: AssetKind, axles: number): readonly number[] {
  if (isTrailer(kind) || kind === 'tail_lift') return [];
  return kind === 'rigid' && axles >= 4 ? [1, 2] : [1];
}

/** Whether positions are named "Front" and "Rear", as on the inspection sheet of vans. */
const hasFrontAndRear = (kind: AssetKind, axles: number) =>
  axles === 2 && (kind === 'car' || kind === 'van' || kind === 'motorcycle');

function positionsOf(
  axle: number,
  isTwin: boolean,
  kind: AssetKind,
  axles: number,
): readonly TyrePosition[] {
  const name = hasFrontAndRear(kind, axles) ? (axle === 1 ? 'Front' : 'Rear') : `Axle ${axle}`;
  if (kind === 'motorcycle') return [{ code: name, axle, side: 'middle', place: 'single' }];
  if (!isTwin) {
    return (['nearside', 'offside'] as const).map((side) => ({
      code: `${name} ${side}`,
      axle,
      side,
      place: 'single',
    }));
  }
  const twins = [
    ['nearside', 'outer'],
    ['nearside', 'inner'],
    ['offside', 'inner'],
    ['offside', 'outer'],
  ] as const;
  return twins.map(([side, place]) => ({ code: `${name} ${side} ${place}`, axle, side, place }));
}

/** The wheels of a vehicle: its own arrangement, else the usual one of its kind and axles. */
export function tyreLayout({ kind, spares, ...of }: WheelFacts): TyreLayout {
  const axles = of.axles ?? usualAxles(kind);
  const twins = of.twinAxles ?? usualTwins(kind, axles);
  const steered = of.steeredAxles ?? usualSteered(kind, axles);
  return {
    axles: Array.from({ length: axles }, (_, index) => {
      const axle = index + 1;
      const isTwin = twins.includes(axle);
      return {
        axle,
        isTwin,
        isSteered: steered.includes(axle),
        positions: positionsOf(axle, isTwin, kind, axles),
      };
    }),
    spares: Array.from({ length: spares }, (_, index) => ({
      code: `Spare ${index + 1}`,
      axle: null,
      side: 'middle',
      place: 'spare',
    })),
  };
}

const CODE = /^(?:(Front|Rear)|Axle (\d+)|Spare (\d+))(?: (nearside|offside))?(?: (outer|inner))?$/;

/**
 * The locale key of a position and the number in it; null for a text that a person wrote on an
 * inspection.
 */
export function positionText(
  code: string,
): { readonly key: string; readonly number: number } | null {
  const found = CODE.exec(code);
  if (found === null) return null;
  const [, end, axle, spare, side, place] = found;
  if (spare !== undefined) return { key: 'tyres.position.spare', number: Number(spare) };
  const first = end === undefined ? 'axle' : end.toLowerCase();
  const key = ['tyres.position', [first, side, place].filter(Boolean).join('_')].join('.');
  return { key, number: Number(axle ?? 0) };
}

/** What a position of a vehicle asks of a tyre. One that the vehicle no longer has counts as an unsteered one. */
export function tyrePlaceKind(kind: AssetKind, layout: TyreLayout, code: string): TyrePlaceKind {
  if (code.startsWith('Spare ')) return 'spare';
  if (isTrailer(kind)) return 'trailer';
  const axle = layout.axles.find(({ positions }) => positions.some((one) => one.code === code));
  return axle?.isSteered === true ? 'steer' : 'drive';
}
