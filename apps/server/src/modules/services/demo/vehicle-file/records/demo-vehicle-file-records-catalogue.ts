import type { VehicleType } from '@roadworthy/domain';

/** Points of a safety inspection, by section; air and coupling for lorries only. */
export const CHECKS: readonly {
  readonly section: string;
  readonly lorriesOnly?: boolean;
  readonly names: readonly string[];
}[] = [
  {
    section: 'In the cab',
    names: ['Mirrors and glass', 'Wipers and washers', 'Steering', 'Horn', 'Seat belts'],
  },
  {
    section: 'Ground level and below',
    names: ['Lights and indicators', 'Tyres and wheel fixing', 'Fuel and oil leaks', 'Suspension'],
  },
  { section: 'Brakes', names: ['Service brake', 'Parking brake', 'Brake lines'] },
  {
    section: 'Air and coupling',
    lorriesOnly: true,
    names: ['Air build-up and leaks', 'Coupling security', 'Electrical connections'],
  },
];

/** Findings that an inspector repairs at once. */
export const REPAIRED_AT_ONCE = [
  { name: 'Wipers and washers', note: 'Blade split, renewed' },
  { name: 'Lights and indicators', note: 'Marker lamp out, bulb renewed' },
  { name: 'Suspension', note: 'Bush worn, renewed' },
  { name: 'Parking brake', note: 'Travel too long, adjusted' },
] as const;

const CAR_TYRES = ['Front nearside', 'Front offside', 'Rear nearside', 'Rear offside'];

/** Positions of a vehicle's tyres, and their approximate pressure in kPa. */
export function tyresOf(type: VehicleType): {
  readonly positions: readonly string[];
  readonly pressureKpa: number;
} {
  if (type !== 'STR') return { positions: CAR_TYRES, pressureKpa: 340 };
  return {
    positions: [
      'Axle 1 nearside',
      'Axle 1 offside',
      'Axle 2 nearside outer',
      'Axle 2 nearside inner',
      'Axle 2 offside inner',
      'Axle 2 offside outer',
    ],
    pressureKpa: 800,
  };
}

export const DECLARATION =
  'I have inspected this vehicle and consider that it is in a safe and roadworthy condition.';
export const WORKSHOP_PLACE = 'Workshop bay 1';
export const CHECK_DECLARATION =
  'I have carried out this walkaround check before using the vehicle.';
