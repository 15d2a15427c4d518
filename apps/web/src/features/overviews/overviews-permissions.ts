import { type Access, VEHICLE_FILE, VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { EVIDENCE_ACCESS, WORKSHOP_ACCESS } from '../../ui/destinations.ts';

const ACCESS = {
  liveMap: { kind: 'module', anyOf: ['Track'] },
  trace: { kind: 'module', anyOf: ['Trace'] },
  sensors: {
    kind: 'module',
    anyOf: ['Track', 'TrackVehicle', 'Trace', 'TraceVehicle', 'Trips'],
  },
  trips: { kind: 'module', anyOf: ['Trips'] },
  events: { kind: 'module', anyOf: ['Events'] },
  file: VEHICLE_FILE,
  fileWrite: VEHICLE_FILE_WRITE,
  evidence: EVIDENCE_ACCESS,
  defects: { kind: 'module', anyOf: ['Defect', 'Vehicle File'] },
  defectScreen: { kind: 'module', anyOf: ['Defect'] },
  defectWrite: { kind: 'module', anyOf: ['Defect'], write: true },
  workOrders: WORKSHOP_ACCESS,
  offRoad: { kind: 'module', anyOf: ['VOR', 'Vehicle File'] },
  offRoadScreen: { kind: 'module', anyOf: ['VOR'] },
  offRoadWrite: { kind: 'module', anyOf: ['VOR'], write: true },
  checks: { kind: 'module', anyOf: ['Vehicle Check'] },
  behaviour: { kind: 'module', anyOf: ['Driver Behaviour'] },
  coaching: { kind: 'module', anyOf: ['Driver Behaviour'], refusesLimited: true },
  brakes: { kind: 'module', anyOf: ['SafetyInspection', 'Vehicle File'] },
  hours: { kind: 'module', anyOf: ['accessTachoGraf'] },
  driverFile: { kind: 'module', anyOf: ['accessEarnedRecognitionDriver'], refusesLimited: true },
  downloads: { kind: 'module', anyOf: ['accessTachoGraf'], refusesLimited: true },
  planning: { kind: 'module', anyOf: ['accessTachoGraf'], refusesLimited: true },
  planningWrite: {
    kind: 'module',
    anyOf: ['accessTachoGraf'],
    write: true,
    refusesLimited: true,
  },
  timesheets: { kind: 'module', anyOf: ['Timesheet'] },
  message: { kind: 'module', anyOf: ['Track', 'TrackVehicle'], write: true },
  command: { kind: 'module', anyOf: ['Device Commands', 'Immobilise'], write: true },
  share: { kind: 'module', anyOf: ['Track'], write: true, refusesLimited: true },
  administration: { kind: 'administrator' },
} as const satisfies Record<string, Access>;

/** The permissions that the sections and actions of the pages require. */
export function useMaySee(): (part: keyof typeof ACCESS) => boolean {
  const { current } = useSession();
  return useMemo(() => (part) => may(current, ACCESS[part]), [current]);
}
