import type { ModuleName, Role, VehicleType } from '@roadworthy/domain';
import {
  ALBION_GEOFENCES,
  type GeofencePlan,
  NORTHWAY_GEOFENCES,
} from './geofences/demo-geofences-catalogue.ts';

/**
 * Password of all demo users. Names of places, people and vehicles are invented, around British
 * towns.
 */
export const PASSWORD = 'demo-password-1';

export interface DepotPlan {
  readonly name: string;
  /** A place of the offline gazetteer. */
  readonly place: string;
}

export interface CustomerPlan {
  readonly name: string;
  readonly slogan: string | null;
  readonly regions: readonly { readonly name: string; readonly depots: readonly DepotPlan[] }[];
  readonly vehicles: number;
  readonly hasTrailers?: true;
  readonly geofences: readonly GeofencePlan[];
}

export const ALBION: CustomerPlan = {
  name: 'Albion Distribution',
  slogan: null,
  vehicles: 60,
  hasTrailers: true,
  geofences: ALBION_GEOFENCES,
  regions: [
    {
      name: 'North',
      depots: [
        { name: 'Leeds', place: 'Wakefield' },
        { name: 'Manchester', place: 'Stockport' },
        { name: 'Motherwell', place: 'Motherwell' },
      ],
    },
    {
      name: 'Midlands',
      depots: [
        { name: 'Daventry', place: 'Daventry' },
        { name: 'Birmingham', place: 'Solihull' },
        { name: 'Doncaster', place: 'Doncaster' },
      ],
    },
    {
      name: 'South',
      depots: [
        { name: 'Dartford', place: 'Dartford' },
        { name: 'Bristol', place: 'Avonmouth' },
      ],
    },
  ],
};

export const NORTHWAY: CustomerPlan = {
  name: 'Northway Couriers',
  slogan: null,
  vehicles: 8,
  geofences: NORTHWAY_GEOFENCES,
  regions: [{ name: 'Yorkshire', depots: [{ name: 'York', place: 'York' }] }],
};

/** Types of each ten vehicles: mostly vans and lorries, some cars, a motorcycle. */
export const TYPES: readonly VehicleType[] = [
  'STR',
  'VAN',
  'STR',
  'VAN',
  'CAR',
  'STR',
  'VAN',
  'VAN',
  'BIK',
  'STR',
];

export const MODELS: Readonly<Record<VehicleType, readonly string[]>> = {
  CAR: ['Ford Focus', 'Vauxhall Astra', 'Kia Niro'],
  VAN: ['Ford Transit', 'Mercedes-Benz Sprinter', 'Volkswagen Crafter'],
  STR: ['DAF XF', 'Scania R 450', 'Volvo FH', 'Mercedes-Benz Actros'],
  BIK: ['Honda NC750', 'BMW R 1250 RT'],
};

/** Channels of a dash camera, as in the simulator. */
export const CAMERAS = [
  { channel: 1, name: 'Road ahead' },
  { channel: 2, name: 'Rear' },
  { channel: 3, name: 'Nearside' },
  { channel: 4, name: 'Cab' },
] as const;

export const FIRST_NAMES = [
  'Aisha',
  'Alan',
  'Beth',
  'Callum',
  'Chloe',
  'Darren',
  'Divya',
  'Emma',
  'Ewan',
  'Fiona',
  'Gareth',
  'Grace',
  'Hassan',
  'Imogen',
  'Jack',
  'Jasmin',
  'Kieran',
  'Laura',
  'Liam',
  'Maria',
  'Nathan',
  'Olga',
  'Owen',
  'Priya',
  'Rhys',
  'Sarah',
  'Sean',
  'Tom',
  'Vikram',
  'Zoe',
] as const;

export const SURNAMES = [
  'Ahmed',
  'Baker',
  'Campbell',
  'Davies',
  'Edwards',
  'Fraser',
  'Green',
  'Hughes',
  'Iqbal',
  'Jones',
  'Kaur',
  'Lewis',
  'Mackenzie',
  'Nowak',
  'Owen',
  'Patel',
  'Quinn',
  'Roberts',
  'Smith',
  'Taylor',
  'Underwood',
  'Vaughan',
  'Walker',
  'Young',
] as const;

export interface UserPlan {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly modules: 'all' | readonly ModuleName[];
  readonly isCustomerAdmin?: boolean;
  readonly isGlobalAdmin?: boolean;
  readonly isLimitedUser?: boolean;
  /** Names of the depots assigned; missing means all. */
  readonly depots?: readonly string[];
  /** Whether the first vehicle and its driver are assigned to the user. */
  readonly drives?: boolean;
}

export const ALBION_USERS: readonly UserPlan[] = [
  {
    email: 'admin@demo.test',
    firstName: 'Ada',
    lastName: 'Admin',
    role: 'ADMIN',
    modules: 'all',
    isCustomerAdmin: true,
  },
  {
    email: 'manager@demo.test',
    firstName: 'Morgan',
    lastName: 'Manager',
    role: 'MANAGER',
    modules: 'all',
  },
  {
    email: 'driver@demo.test',
    firstName: 'Drew',
    lastName: 'Driver',
    role: 'DRIVER',
    modules: ['Track', 'TrackVehicle', 'Trace', 'TraceVehicle', 'Vehicle Check', 'Vehicle File'],
    drives: true,
  },
  {
    email: 'limited@demo.test',
    firstName: 'Lee',
    lastName: 'Limited',
    role: 'USER',
    modules: ['Track', 'Trace', 'Events', 'Vehicle File'],
    isLimitedUser: true,
    depots: ['Daventry'],
  },
  {
    email: 'guest@demo.test',
    firstName: 'Gwen',
    lastName: 'Guest',
    role: 'GUEST',
    modules: [],
  },
];

export const NORTHWAY_USERS: readonly UserPlan[] = [
  {
    email: 'admin@other.test',
    firstName: 'Otto',
    lastName: 'Other',
    role: 'ADMIN',
    modules: 'all',
    isCustomerAdmin: true,
  },
];

/** Administers all customers, and belongs to none. */
export const GLOBAL_ADMINISTRATOR: UserPlan = {
  email: 'global@demo.test',
  firstName: 'Gita',
  lastName: 'Global',
  role: 'ADMIN',
  modules: 'all',
  isGlobalAdmin: true,
};

/** The sign-in names that are printed at startup. */
export const SIGN_IN_NAMES = [...ALBION_USERS, ...NORTHWAY_USERS, GLOBAL_ADMINISTRATOR].map(
  ({ email }) => email,
);

/** The sample set of requirement U-43, with the levels it names. */
export const SAMPLE_RECORDS = [
  { app: 1, name: 'Datalive', reference: 'datalive', permission: 'Datalive Admin', level: 3 },
  { app: 2, name: 'Defect', reference: 'DEFECT', permission: 'Defect Admin', level: 3 },
  { app: 2, name: 'Defect', reference: 'DEFECT', permission: 'Defect Repairer', level: 2 },
  { app: 2, name: 'Defect', reference: 'DEFECT', permission: 'Defect Limited', level: 1 },
  {
    app: 3,
    name: 'Safety Inspection',
    reference: 'SAFETY_INSPECTION',
    permission: 'Safety Inspection Brake Test Uploader',
    level: 1,
  },
  {
    app: 3,
    name: 'Safety Inspection',
    reference: 'SAFETY_INSPECTION',
    permission: 'Safety Inspection Manager',
    level: 2,
  },
  {
    app: 4,
    name: 'Agency Onboarding',
    reference: 'DRIVER_AGENCY_ONBOARDING',
    permission: 'Agency Onboarding',
    level: 1,
  },
] as const;
