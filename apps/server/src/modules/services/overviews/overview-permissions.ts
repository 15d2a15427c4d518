import { type Access, allows, VEHICLE_FILE } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';

/** The access of the calls that show each part in full. */
const PARTS = {
  status: { kind: 'module', anyOf: ['Track', 'TrackVehicle'] },
  trips: { kind: 'module', anyOf: ['Trips'] },
  schedule: VEHICLE_FILE,
  defects: { kind: 'module', anyOf: ['Defect', 'Vehicle File'] },
  offRoad: { kind: 'module', anyOf: ['VOR', 'Vehicle File'] },
  checks: { kind: 'module', anyOf: ['Vehicle Check'] },
  administration: { kind: 'administrator' },
} as const satisfies Record<string, Access>;

/** Whether the viewer may see a part of an overview. */
export const maySee = (viewer: Viewer, part: keyof typeof PARTS): boolean =>
  allows(PARTS[part], viewer);

/** The part, or null without its permission, without a query. */
export async function partFor<T>(
  viewer: Viewer,
  part: keyof typeof PARTS,
  read: () => Promise<T>,
): Promise<T | null> {
  return maySee(viewer, part) ? read() : null;
}
