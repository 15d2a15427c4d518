import type { DefectArea, VehicleType } from '@roadworthy/domain';

/** What a vehicle of the demo fleet has done again and again, with its schedule's interval. */
export interface Recurring {
  readonly reference: string;
  readonly scheduleTypeId: number;
  readonly interval: string;
  readonly window: string;
  readonly everyDays: number;
  readonly description: string;
  readonly types: readonly VehicleType[];
  /** Of so many vehicles of these types, one has it. */
  readonly oneIn: number;
}

const ALL = ['CAR', 'VAN', 'STR', 'BIK'] as const;

/** Ids, intervals and windows are those of the built-in schedule types (`0006_vehicle_file.sql`). */
export const RECURRING: readonly Recurring[] = [
  {
    reference: 'MOT',
    scheduleTypeId: 1,
    interval: '1y',
    window: '1m',
    everyDays: 358,
    description: 'Annual test',
    types: ALL,
    oneIn: 1,
  },
  {
    reference: 'SERVICE',
    scheduleTypeId: 3,
    interval: '1y',
    window: '1m',
    everyDays: 350,
    description: 'Full service',
    types: ALL,
    oneIn: 1,
  },
  {
    reference: 'VEHICLE_TAX',
    scheduleTypeId: 4,
    interval: '1y',
    window: '1m',
    everyDays: 365,
    description: 'Vehicle tax renewed',
    types: ALL,
    oneIn: 1,
  },
  {
    reference: 'INSURANCE',
    scheduleTypeId: 5,
    interval: '1y',
    window: '1m',
    everyDays: 365,
    description: 'Insurance certificate',
    types: ALL,
    oneIn: 2,
  },
  {
    reference: 'TACHO_CALIBRATION',
    scheduleTypeId: 6,
    interval: '2y',
    window: '2m',
    everyDays: 710,
    description: 'Tachograph calibrated',
    types: ['STR'],
    oneIn: 1,
  },
  {
    reference: 'LOLER',
    scheduleTypeId: 8,
    interval: '6m',
    window: '1m',
    everyDays: 176,
    description: 'Tail lift examined',
    types: ['STR'],
    oneIn: 3,
  },
  {
    reference: 'SAFETY_INSPECTION',
    scheduleTypeId: 2,
    interval: '8w',
    window: '1w',
    everyDays: 54,
    description: 'Safety inspection',
    types: ['VAN', 'STR'],
    oneIn: 1,
  },
];

/** What drivers find; the dangerous ones take the vehicle off the road. */
export const DEFECTS: readonly {
  readonly text: string;
  readonly isDangerous: boolean;
  readonly area: DefectArea;
  /** Of the walkaround check. */
  readonly point: string;
}[] = [
  {
    text: 'Nearside mirror glass cracked',
    isDangerous: false,
    area: 'glass',
    point: 'Mirrors and glass',
  },
  {
    text: 'Offside headlamp not working',
    isDangerous: false,
    area: 'lights',
    point: 'Lights and indicators',
  },
  {
    text: 'Windscreen washer empty',
    isDangerous: false,
    area: 'glass',
    point: 'Windscreen wipers and washers',
  },
  {
    text: 'Nearside rear tyre below the limit',
    isDangerous: true,
    area: 'tyres',
    point: 'Tyres and wheel fixing',
  },
  {
    text: 'Number plate lamp not working',
    isDangerous: false,
    area: 'lights',
    point: 'Lights and indicators',
  },
  {
    text: 'Air leak at the rear brake line',
    isDangerous: true,
    area: 'brakes',
    point: 'Brake lines and trailer parking brake',
  },
  {
    text: 'Wheel nut indicator out of line',
    isDangerous: true,
    area: 'wheels',
    point: 'Tyres and wheel fixing',
  },
  { text: 'Driver seat belt frayed', isDangerous: true, area: 'other', point: 'Seat belts' },
  {
    text: 'Wiper blade split',
    isDangerous: false,
    area: 'glass',
    point: 'Windscreen wipers and washers',
  },
  {
    text: 'Oil leak below the engine',
    isDangerous: false,
    area: 'engine',
    point: 'Fuel and oil leaks',
  },
  { text: 'Curtain strap broken', isDangerous: false, area: 'load', point: 'Security of load' },
  { text: 'Reversing bleeper silent', isDangerous: false, area: 'other', point: 'Horn' },
];

/** Who is written under what the workshop does. */
export const WORKSHOP = 'Fleet Workshop';
