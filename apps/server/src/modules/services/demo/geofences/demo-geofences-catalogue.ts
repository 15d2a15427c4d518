import { circle, corridor, ring, type ShapePlan, yard } from './demo-geofences-shapes.ts';

/** A geofence of the demo fleet. */
export interface GeofencePlan {
  readonly name: string;
  readonly category: string;
  readonly groups: readonly string[];
  readonly shape: ShapePlan;
  readonly alertOnEntry?: boolean;
  readonly alertOnExit?: boolean;
  readonly dwellMin?: number;
  readonly speedLimitKmh?: number;
}

/** Categories with their colours; geofences have the colour of their category. */
export const CATEGORIES: Readonly<Record<string, string>> = {
  Depot: '#1F6FEB',
  'Customer site': '#1A7F37',
  'Rest area': '#8250DF',
  Route: '#BF5B00',
  'Restricted zone': '#CF222E',
};

const site = (name: string, place: string, groups: readonly string[], n: number): GeofencePlan => ({
  name: `${name}, ${place}`,
  category: 'Customer site',
  groups,
  shape: n % 2 === 0 ? yard(place, 320) : circle(place, 260),
  alertOnEntry: true,
  alertOnExit: n % 3 === 0,
  ...(n % 3 === 1 ? { dwellMin: 20 } : {}),
});

const depots = (places: readonly string[]): GeofencePlan[] =>
  places.map((place, n) => ({
    name: `Depot ${place}`,
    category: 'Depot',
    groups: ['Depots'],
    shape: n % 3 === 2 ? circle(place, 350) : yard(place, 400),
    alertOnExit: true,
    speedLimitKmh: 45,
  }));

/** Invented businesses at places that the vehicles deliver to. */
const ALBION_SITES: readonly (readonly [name: string, place: string, ...groups: string[]])[] = [
  ['Harrow & Finch Foods', 'Lutterworth', 'Key customers', 'Food'],
  ['Brightwater Bakeries', 'Castle Donington', 'Food'],
  ['Ostler Home', 'Crick', 'Key customers', 'Retail'],
  ['Pennine Paper', 'Huddersfield', 'Industry'],
  ['Calder Steel Stock', 'Rotherham', 'Industry'],
  ['Marlow Pharma', 'Warrington', 'Key customers'],
  ['Tallis & Son', 'Wigan', 'Retail'],
  ['Greenfold Dairies', 'Crewe', 'Food'],
  ['Clyde Chilled', 'Hamilton', 'Food'],
  ['Lomond Timber', 'Stirling', 'Industry'],
  ['Thameside Cash & Carry', 'Tilbury', 'Retail'],
  ['Medway Fresh', 'Maidstone', 'Key customers', 'Food'],
  ['Severn Plastics', 'Newport', 'Industry'],
  ['Abbey Builders Supply', 'Bath', 'Retail'],
];

export const ALBION_GEOFENCES: readonly GeofencePlan[] = [
  ...depots([
    'Wakefield',
    'Stockport',
    'Motherwell',
    'Daventry',
    'Solihull',
    'Doncaster',
    'Dartford',
    'Avonmouth',
  ]),
  ...ALBION_SITES.map(([name, place, ...groups], n) => site(name, place, groups, n)),
  {
    name: 'M1 Luton to Leicester',
    category: 'Route',
    groups: ['Trunk routes'],
    shape: corridor('M1', 51.86, 52.65, 200),
    speedLimitKmh: 112,
  },
  {
    name: 'M6 Stafford to Preston',
    category: 'Route',
    groups: ['Trunk routes'],
    shape: corridor('M6', 52.8, 53.77, 200),
    speedLimitKmh: 112,
  },
  {
    name: 'Rest area Tamworth',
    category: 'Rest area',
    groups: [],
    shape: circle('Tamworth', 300),
    dwellMin: 60,
  },
  {
    name: 'Leicester town zone',
    category: 'Restricted zone',
    groups: [],
    shape: ring('Leicester', 3200, 900),
    alertOnEntry: true,
    speedLimitKmh: 48,
  },
  {
    name: 'Central London',
    category: 'Restricted zone',
    groups: [],
    shape: circle('London', 5200),
    alertOnEntry: true,
    alertOnExit: true,
    speedLimitKmh: 48,
  },
];

export const NORTHWAY_GEOFENCES: readonly GeofencePlan[] = [
  ...depots(['York']),
  site('Minster Prints', 'Harrogate', ['Collections'], 0),
  site('Ridings Laboratories', 'Wetherby', ['Collections'], 1),
  site('Swale Saddlery', 'Thirsk', [], 2),
];
