/** The elementary files of a card by application: file identifiers of appendix 2, chapter 4. */

import { dailyActivities } from './daily-activities.ts';
import { type ContentOf, type ElementaryFile, opaque } from './elementary-file.ts';
import {
  applicationIdentification,
  applicationIdentificationV2,
  type CardType,
  driverCardDownload,
  drivingLicence,
  ic,
  icc,
  identification,
  workshopCardDownload,
} from './identification-files.ts';
import {
  authentications,
  borderCrossings,
  controlActivity,
  currentUsage,
  eventsOrFaults,
  gnssPlaces,
  loadTypeEntries,
  loadUnloadOperations,
  places,
  placesWithPosition,
  specificConditions,
  specificConditionsRing,
  vehiclesUsed,
  vehiclesUsedWithVin,
  vehicleUnitsUsed,
} from './record-files.ts';

/** File identifier of each elementary file. */
export const FILE_IDS = {
  icc: 0x0002,
  ic: 0x0005,
  application_identification: 0x0501,
  events_data: 0x0502,
  faults_data: 0x0503,
  driver_activity_data: 0x0504,
  vehicles_used: 0x0505,
  places: 0x0506,
  current_usage: 0x0507,
  control_activity_data: 0x0508,
  workshop_card_download: 0x0509,
  calibration: 0x050a,
  sensor_installation_data: 0x050b,
  controller_activity_data: 0x050c,
  company_activity_data: 0x050d,
  card_download: 0x050e,
  identification: 0x0520,
  driving_licence_info: 0x0521,
  specific_conditions: 0x0522,
  vehicle_units_used: 0x0523,
  gnss_places: 0x0524,
  application_identification_v2: 0x0525,
  places_authentication: 0x0526,
  gnss_places_authentication: 0x0527,
  border_crossings: 0x0528,
  load_unload_operations: 0x0529,
  load_type_entries: 0x0530,
  calibration_add_data: 0x0531,
  vu_configuration: 0x0540,
  card_certificate: 0xc100,
  card_sign_certificate: 0xc101,
  ca_certificate: 0xc108,
  link_certificate: 0xc109,
} as const;

export type FileName = keyof typeof FILE_IDS;

/** Files of every card and generation whose content has the same form. */
const common = {
  events_data: eventsOrFaults,
  faults_data: eventsOrFaults,
  driver_activity_data: dailyActivities,
  current_usage: currentUsage,
  control_activity_data: controlActivity,
  workshop_card_download: workshopCardDownload,
  card_download: driverCardDownload,
  driving_licence_info: drivingLicence,
  calibration: opaque,
  sensor_installation_data: opaque,
  controller_activity_data: opaque,
  company_activity_data: opaque,
  card_certificate: opaque,
  ca_certificate: opaque,
};

export const CHIP_FILES = { icc, ic };

export const FIRST_GENERATION_FILES = {
  ...common,
  application_identification: applicationIdentification('first'),
  identification: identification('driver_card'),
  vehicles_used: vehiclesUsed,
  places,
  specific_conditions: specificConditions,
};

export const SECOND_GENERATION_FILES = {
  ...common,
  application_identification: applicationIdentification('second'),
  identification: identification('driver_card'),
  vehicles_used: vehiclesUsedWithVin,
  places: placesWithPosition,
  specific_conditions: specificConditionsRing,
  vehicle_units_used: vehicleUnitsUsed,
  gnss_places: gnssPlaces,
  application_identification_v2: applicationIdentificationV2,
  places_authentication: authentications,
  gnss_places_authentication: authentications,
  border_crossings: borderCrossings,
  load_unload_operations: loadUnloadOperations,
  load_type_entries: loadTypeEntries,
  calibration_add_data: opaque,
  vu_configuration: opaque,
  card_sign_certificate: opaque,
  link_certificate: opaque,
};

type Contents<F> = { [K in keyof F]?: ContentOf<F[K]> };
export type ChipData = Contents<typeof CHIP_FILES>;
export type FirstGenerationData = Contents<typeof FIRST_GENERATION_FILES>;
export type SecondGenerationData = Contents<typeof SECOND_GENERATION_FILES>;

export type AnyFile = ElementaryFile<unknown>;

/** The files of one application of a card of this type; the identification differs by type. */
export function filesOf(generation: 1 | 2, type: CardType): Readonly<Record<string, AnyFile>> {
  const files = generation === 1 ? FIRST_GENERATION_FILES : SECOND_GENERATION_FILES;
  return { ...files, identification: identification(type) } as unknown as Record<string, AnyFile>;
}

const NAMES = new Map<number, FileName>(
  Object.entries(FILE_IDS).map(([name, id]) => [id, name as FileName]),
);

export function fileName(id: number): FileName | null {
  return NAMES.get(id) ?? null;
}
