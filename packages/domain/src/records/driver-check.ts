import type { VehicleType } from '../vehicles.ts';
import type { DefectArea, Severity } from './defect-areas.ts';

/** A checked point of a walkaround check. */
export interface CheckItem {
  readonly section: string;
  readonly name: string;
  readonly area: DefectArea;
  readonly result: 'ok' | 'defect' | 'not_applicable';
  /** Severity of the defect; null without a defect. */
  readonly severity: Severity | null;
  readonly note: string | null;
}

interface Point {
  readonly section: 'In the cab' | 'Outside';
  readonly name: string;
  readonly area: DefectArea;
  readonly types: readonly VehicleType[];
}

const LORRY = ['STR'] as const;
const ON_FOUR_WHEELS = ['CAR', 'VAN', 'STR'] as const;
const MOTORCYCLE = ['BIK'] as const;

const point = (
  section: Point['section'],
  name: string,
  area: DefectArea,
  types: readonly VehicleType[] = ON_FOUR_WHEELS,
): Point => ({ section, name, area, types });

/** The points of a walkaround check (facts of the trade, walkaround check). */
const POINTS: readonly Point[] = [
  point('In the cab', 'Mirrors and glass', 'glass'),
  point('In the cab', 'Windscreen wipers and washers', 'glass'),
  point('In the cab', 'Front view', 'glass'),
  point('In the cab', 'Dashboard warning lights and gauges', 'other'),
  point('In the cab', 'Steering', 'steering'),
  point('In the cab', 'Horn', 'other'),
  point('In the cab', 'Brakes and air build-up', 'brakes', LORRY),
  point('In the cab', 'Brakes', 'brakes', ['CAR', 'VAN']),
  point('In the cab', 'Height marker', 'other', LORRY),
  point('In the cab', 'Seat belts', 'other'),
  point('Outside', 'Lights and indicators', 'lights'),
  point('Outside', 'Fuel and oil leaks', 'engine'),
  point('Outside', 'Battery security and condition', 'engine'),
  point('Outside', 'Diesel exhaust fluid', 'engine'),
  point('Outside', 'Excessive engine exhaust smoke', 'engine'),
  point('Outside', 'Security of body and wings', 'body'),
  point('Outside', 'Spray suppression', 'body', LORRY),
  point('Outside', 'Tyres and wheel fixing', 'tyres'),
  point('Outside', 'Brake lines and trailer parking brake', 'brakes', LORRY),
  point('Outside', 'Electrical connections', 'coupling', LORRY),
  point('Outside', 'Coupling security', 'coupling', LORRY),
  point('Outside', 'Security of load', 'load'),
  point('Outside', 'Number plate', 'body'),
  point('Outside', 'Reflectors', 'lights'),
  point('Outside', 'Markings and warning plates', 'body'),
  point('Outside', 'Tyres', 'tyres', MOTORCYCLE),
  point('Outside', 'Chain or belt', 'engine', MOTORCYCLE),
  point('Outside', 'Brakes', 'brakes', MOTORCYCLE),
  point('Outside', 'Lights', 'lights', MOTORCYCLE),
  point('Outside', 'Controls', 'steering', MOTORCYCLE),
  point('Outside', 'Mirrors', 'glass', MOTORCYCLE),
  point('Outside', 'Stand', 'other', MOTORCYCLE),
];

/** The sections and points as the built-in templates store them. */
export const CHECK_TEXTS: ReadonlySet<string> = new Set(
  POINTS.flatMap(({ section, name }) => [section, name]),
);

/** The points of the walkaround check of a vehicle, in sequence. */
export function checkPoints(type: VehicleType): Pick<Point, 'section' | 'name' | 'area'>[] {
  return POINTS.filter(({ types }) => types.includes(type)).map(({ section, name, area }) => ({
    section,
    name,
    area,
  }));
}

/** The points of the check of a trailer, in sequence, as the built-in template stores them. */
export const TRAILER_POINTS = [
  'Coupling security',
  'Electrical connections',
  'Brake lines and trailer parking brake',
  'Lights and indicators',
  'Tyres and wheel fixing',
  'Spray suppression',
  'Security of body and wings',
  'Security of load',
  'Number plate',
  'Reflectors',
  'Markings and warning plates',
] as const;

/** The part of a vehicle that a point of the walkaround check is about; `other` for an unknown point. */
export function areaOfPoint(name: string): DefectArea {
  return POINTS.find((one) => one.name === name)?.area ?? 'other';
}
