import type { AnswerOf, contract, FieldsOf } from '@roadworthy/contract';
import { allows, toApiDate, VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { forbidden, wrongField } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import { refusePrivate, visibleVehicle } from '../../../core/fleet/index.ts';
import { camerasOfVehicle } from '../../cameras/index.ts';
import { addCameraPhoto, type ReceivedFile } from '../../vehicle-file/index.ts';
import { type TrailPoint, trailOfStretch } from '../../video-recorded/index.ts';

type Still = AnswerOf<typeof contract.videoLive.still>;
export type StillFields = FieldsOf<typeof contract.videoLive.still>;

/** Maximum time between a frame and the position that is stored with it. */
const PLACE_WITHIN_MS = 120_000;
const PLACE_DECIMALS = 5;
/** Tolerance for a browser clock that is ahead of the server. */
const CLOCK_MARGIN_MS = 5 * 60_000;

/** The nearest position in time, as text; null if none is near. */
function placeAt(points: readonly TrailPoint[], timeMs: number): string | null {
  const [nearest] = points
    .filter((point) => Math.abs(point.timeMs - timeMs) <= PLACE_WITHIN_MS)
    .sort((a, b) => Math.abs(a.timeMs - timeMs) - Math.abs(b.timeMs - timeMs));
  if (nearest === undefined) return null;
  const { latitudeDeg, longitudeDeg } = nearest;
  return `${latitudeDeg.toFixed(PLACE_DECIMALS)}, ${longitudeDeg.toFixed(PLACE_DECIMALS)}`;
}

/** Saves video frames in the vehicle file. */
export class StillsService {
  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'bus'>) {}

  /**
   * Saves a frame with its time, its camera and the position of the vehicle at that time.
   *
   * @param file null if none was sent
   * @throws HttpError 403 without the vehicle file, 404 for an invisible vehicle, 400 with the
   *   field for another vehicle's camera, a future time or a file that is not an image
   */
  async keep(
    viewer: Viewer,
    fields: StillFields,
    file: ReceivedFile | null,
    requestKey: string | null,
  ): Promise<Still> {
    if (!allows(VEHICLE_FILE_WRITE, viewer)) {
      throw forbidden('video.no_vehicle_file_access');
    }
    const takenMs = Date.parse(fields.taken_at);
    if (takenMs > Date.now() + CLOCK_MARGIN_MS) {
      throw wrongField('taken_at', 'validation.time_after_now');
    }
    if (file === null) throw wrongField('document', 'validation.required');
    const { name, place } = await this.#where(viewer, fields, takenMs);
    const activity = await addCameraPhoto(this.services, viewer, {
      vehicleId: fields.vehicle,
      file,
      description: fields.description,
      takenAt: new Date(takenMs),
      day: new Date(`${toApiDate(takenMs, viewer.timeZone ?? 'UTC')}T00:00:00Z`),
      facts: [
        { field: 'camera', value: name },
        ...(place === null ? [] : [{ field: 'place', value: place }]),
      ],
      requestKey,
    });
    return { activity, place };
  }

  async #where(viewer: Viewer, { vehicle: vehicleId, camera }: StillFields, takenMs: number) {
    return this.services.db.asViewer(viewer, async (trx) => {
      const vehicle = await visibleVehicle(trx, viewer, vehicleId);
      await refusePrivate(trx, vehicle.id, { fromMs: takenMs, toMs: takenMs });
      const cameras = await camerasOfVehicle(trx, vehicle.id);
      const known = cameras.find(({ channel }) => channel === camera);
      if (known === undefined) {
        throw wrongField('camera', 'camera.missing');
      }
      const [fromMs, toMs] = [takenMs - PLACE_WITHIN_MS, takenMs + PLACE_WITHIN_MS];
      const points = await trailOfStretch(trx, vehicle.id, fromMs, toMs);
      return { name: known.name, place: placeAt(points, takenMs) };
    });
  }
}
