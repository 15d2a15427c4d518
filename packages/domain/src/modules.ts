/**
 * The named permissions of requirements U-05 to U-26, and those of features beyond them. A user holds a set of them; each gates its
 * tile, its menu entry, its routes and its calls. The ids are stored with users: never renumber.
 */
export const MODULES = [
  { id: 1, name: 'Track' },
  { id: 2, name: 'TrackVehicle' },
  { id: 3, name: 'Trace' },
  { id: 4, name: 'TraceVehicle' },
  { id: 5, name: 'Geofence' },
  { id: 6, name: 'Driver Behaviour' },
  { id: 7, name: 'videos' },
  { id: 8, name: 'Vehicle Check' },
  { id: 9, name: 'Mobileye ADAS' },
  { id: 10, name: 'Defect' },
  { id: 11, name: 'Vehicle File' },
  { id: 12, name: 'SafetyInspection' },
  { id: 13, name: 'SafetyInspectionScheduleViewer' },
  { id: 14, name: 'accessEarnedRecognition' },
  { id: 15, name: 'accessEarnedRecognitionDriver' },
  { id: 16, name: 'accessTachoGraf' },
  { id: 17, name: 'AgencyOnboarding' },
  { id: 18, name: 'VOR' },
  { id: 19, name: 'Timesheet' },
  { id: 20, name: 'Trips' },
  { id: 21, name: 'Events' },
  { id: 22, name: 'Vehicle Utilisation' },
  { id: 23, name: 'Device Commands' },
  { id: 24, name: 'Immobilise' },
  { id: 26, name: 'Costs' },
] as const;

export type ModuleName = (typeof MODULES)[number]['name'];

/** Every module name, in the order of {@link MODULES}. */
export const MODULE_NAMES: readonly ModuleName[] = MODULES.map((module) => module.name);
