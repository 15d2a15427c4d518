import { type AssetKind, isTrailer } from '../asset-kinds.ts';
import type { BrakeCategory } from '../brake-tests/index.ts';

/** Inspection sheets by type of vehicle. */
export const INSPECTION_SHEETS = ['rigid', 'tractor', 'trailer', 'psv', 'van'] as const;
export type InspectionSheet = (typeof INSPECTION_SHEETS)[number];

/** A section of a sheet with its items, in English; `knownText` translates them where they are shown. */
export interface SheetSection {
  readonly section: string;
  readonly names: readonly string[];
}

type Item = readonly [name: string, ...sheets: InspectionSheet[]];

const MOTOR = ['rigid', 'tractor', 'psv', 'van'] as const;
const HEAVY = ['rigid', 'tractor', 'psv'] as const;
const GOODS = ['rigid', 'tractor', 'trailer'] as const;
const AIR = ['rigid', 'tractor', 'trailer', 'psv'] as const;

/**
 * The items of all sheets, after the subjects of the DVSA inspection manuals of heavy goods vehicles, of
 * public service vehicles, and of cars and light vans. An item without sheets is on all of them.
 */
const ITEMS: readonly (readonly [section: string, items: readonly Item[]])[] = [
  [
    'Inside the cab',
    [
      ['Driver’s seat and seat belts', ...MOTOR],
      ['Mirrors and indirect vision', ...MOTOR],
      ['Glass and view of the road', ...MOTOR],
      ['Windscreen wipers and washers', ...MOTOR],
      ['Speedometer and tachograph', ...MOTOR],
      ['Speed limiter', ...HEAVY],
      ['Horn', ...MOTOR],
      ['Driving controls', ...MOTOR],
      ['Warning lamps and gauges', ...MOTOR],
      ['Steering wheel and column', ...MOTOR],
      ['Air pressure build-up and low pressure warning', ...HEAVY],
      ['Service brake pedal', ...MOTOR],
      ['Parking brake control', ...MOTOR],
      ['Height marker', ...GOODS.slice(0, 2)],
      ['Heating and demisting', ...MOTOR],
    ],
  ],
  [
    'Passenger accommodation',
    [
      ['Doors and emergency exits', 'psv'],
      ['Passenger seats and seat belts', 'psv'],
      ['Gangways, steps and floors', 'psv'],
      ['Handrails and bells', 'psv'],
      ['Interior lighting', 'psv'],
      ['Accessibility equipment', 'psv'],
      ['Fire extinguisher and first aid kit', 'psv'],
    ],
  ],
  [
    'Body and ground level',
    [
      ['Registration plate'],
      ['Cab doors, floor and steps', ...MOTOR],
      ['Cab security', 'rigid', 'tractor'],
      ['Body condition and security'],
      ['Load security equipment', 'rigid', 'trailer', 'van'],
      ['Side guards and rear under-run', 'rigid', 'trailer'],
      ['Spray suppression, wings and wheel arches', ...GOODS],
      ['Spare wheel and carrier'],
      ['Road wheels and hubs'],
      ['Tyres'],
      ['Lamps'],
      ['Direction indicators and hazard warning'],
      ['Headlamp aim', ...MOTOR],
      ['Reflectors and rear markings'],
      ['Markings and plates', ...AIR],
      ['Tail lift', 'rigid', 'trailer'],
    ],
  ],
  [
    'Coupling',
    [
      ['Fifth wheel', 'tractor'],
      ['Drawbar coupling or towing bracket', 'rigid', 'van'],
      ['Kingpin or drawbar eye', 'trailer'],
      ['Landing legs', 'trailer'],
      ['Electrical and air connections', ...GOODS],
    ],
  ],
  [
    'Under the vehicle',
    [
      ['Chassis'],
      ['Suspension'],
      ['Axles, stub axles and wheel bearings'],
      ['Steering linkage', ...MOTOR],
      ['Power steering', ...MOTOR],
      ['Engine and transmission mountings', ...MOTOR],
      ['Transmission', ...MOTOR],
      ['Exhaust system and emissions', ...MOTOR],
      ['Diesel exhaust fluid', ...MOTOR],
      ['Fuel tanks and system', ...MOTOR],
      ['Oil and waste leaks'],
      ['Electrical wiring and equipment'],
      ['Battery', ...MOTOR],
    ],
  ],
  [
    'Brakes',
    [
      ['Brake components and linings'],
      ['Brake pipes and hoses'],
      ['Air system leaks and reservoirs', ...AIR],
      ['Brake actuators and slack adjusters', ...AIR],
      ['Load sensing valve', ...AIR],
      ['Anti-lock and electronic braking system'],
      ['Additional braking device', ...HEAVY],
      ['Trailer parking brake and breakaway', 'trailer'],
    ],
  ],
];

/** The sections and items of a sheet. */
export function sheetOf(sheet: InspectionSheet): readonly SheetSection[] {
  return ITEMS.flatMap(([section, items]) => {
    const names = items
      .filter(([, ...sheets]) => sheets.length === 0 || sheets.includes(sheet))
      .map(([name]) => name);
    return names.length === 0 ? [] : [{ section, names }];
  });
}

/** The sheet of a vehicle by its kind and the category of its brakes. A person can select another. */
export function sheetFor(kind: AssetKind, category: BrakeCategory): InspectionSheet {
  if (isTrailer(kind) || category === 'trailer') return 'trailer';
  if (kind === 'bus' || category === 'psv') return 'psv';
  if (kind === 'tractor') return 'tractor';
  return category === 'goods' ? 'rigid' : 'van';
}
