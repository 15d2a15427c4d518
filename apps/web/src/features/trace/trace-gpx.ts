import { ApiError, addressOf, callHeaders, pathOf } from '../../api/client.ts';
import { saveFile } from '../../ui/download-menu/save-report.ts';
import type { MomentRange } from './use-trace.ts';

/**
 * Downloads the trail of a vehicle as GPX 1.1.
 *
 * @throws ApiError if the server rejects the request
 */
export async function saveGpx(
  vehicle: { readonly id: number; readonly registration: string },
  range: MomentRange,
): Promise<void> {
  const address = addressOf(pathOf('reports', 'gpx'), { query: { vehicle: vehicle.id, ...range } });
  const response = await fetch(address, { headers: callHeaders() });
  if (!response.ok) throw new ApiError(response.status, response.statusText, {});
  const name = `${vehicle.registration.replaceAll(/[^\w-]+/g, '_')}_${range.start.slice(0, 10)}.gpx`;
  saveFile(await response.blob(), name);
}
