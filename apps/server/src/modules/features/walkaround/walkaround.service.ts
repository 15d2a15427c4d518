import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import {
  type AnswerOf,
  CHECK_PHOTO_LIMIT,
  type contract,
  type QueryOf,
} from '@roadworthy/contract';
import { actorOf } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import { noOwnTexts, ownPageTexts } from '../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { badRequest, forbidden, wrongField } from '../../../platform/errors.ts';
import { bytesOfDataUrl } from '../../../platform/files/index.ts';
import type { Services } from '../../../platform/services.ts';
import { addressFinder } from '../../core/fleet/index.ts';
import { tellNow } from './notification/walkaround-notification.job.ts';
import { shortCheckS } from './records/walkaround-records.repository.ts';
import type { ChecksService, SaidCheck } from './records/walkaround-records.service.ts';
import { currentTemplates, templateOf } from './templates/walkaround-templates.repository.ts';
import { toAsked } from './templates/walkaround-templates.service.ts';
import {
  checkedVehicle,
  firstVehicles,
  searchedVehicles,
  vehicleOfCode,
} from './walkaround.repository.ts';
import { fieldsOf, photoIdsOf, type WalkaroundBody } from './walkaround-compose.ts';
import type { Photographs } from './walkaround-photographs.ts';

type Calls = typeof contract.walkaround;
type Made = AnswerOf<Calls['send']>;

/** So many vehicles a phone keeps; others are found by search, which asks the server. */
const KEPT_VEHICLES = 300;
const FOUND_VEHICLES = 20;
const LEAST_SEARCH = 2;
/** The pad draws 500 by 250 pixels in black. */
const SIGNATURE_BYTES = 200_000;
const CHECK_KEY = /^[\w:-]{8,60}$/;

/** The walkaround check of a driver's phone (RP-27; facts of the trade, walkaround check). */
export class WalkaroundService {
  constructor(
    private readonly services: Pick<Services, 'db' | 'files' | 'jobs' | 'log'>,
    private readonly checks: ChecksService,
    private readonly photographs: Photographs,
  ) {}

  /** What a phone keeps to check vehicles without a network. */
  async start(viewer: Viewer): Promise<AnswerOf<Calls['start']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const vehicles = await firstVehicles(trx, viewer, KEPT_VEHICLES + 1);
      const { name } = await actorOf(trx, viewer);
      return {
        person: { id: viewer.userId, name },
        distance_unit: viewer.distanceUnit,
        photo_limit: CHECK_PHOTO_LIMIT,
        short_check: await shortCheckS(trx, viewer.customerId ?? 0),
        templates: (await currentTemplates(trx, viewer.customerId)).map(toAsked),
        own_texts:
          viewer.customerId === null
            ? noOwnTexts()
            : await ownPageTexts(trx, viewer.customerId, 'walkaround'),
        vehicles: vehicles.slice(0, KEPT_VEHICLES),
        has_more: vehicles.length > KEPT_VEHICLES,
      };
    });
  }

  /** Vehicles in sight by the code on one, or by a part of the registration; none for one sign. */
  async vehicles(
    viewer: Viewer,
    { search, qrid }: QueryOf<Calls['vehicles']>,
  ): Promise<AnswerOf<Calls['vehicles']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      if (qrid !== undefined) return { results: await vehicleOfCode(trx, viewer, qrid) };
      if (search.length < LEAST_SEARCH) return { results: [] };
      return { results: await searchedVehicles(trx, viewer, search, FOUND_VEHICLES) };
    });
  }

  /**
   * Keeps a finished check; sent again with its key it answers what the first one made.
   *
   * @param key what the phone calls the check; its photographs came under the same name
   * @throws HttpError 400 beside the field for what the rules refuse, 403 for a check that another person
   *   made, 409 for a key that named another
   */
  async send(viewer: Viewer, body: WalkaroundBody, key: string | null): Promise<Made> {
    if (body.person !== undefined && body.person !== viewer.userId) {
      throw forbidden('check.other_person');
    }
    const ids = photoIdsOf(body);
    if (ids.length > CHECK_PHOTO_LIMIT) {
      throw wrongField('photos', {
        code: 'validation.photos_too_many',
        params: { most: CHECK_PHOTO_LIMIT },
      });
    }
    if (key === null || !CHECK_KEY.test(key)) {
      throw badRequest('check.key_needs_check');
    }
    const signature = await this.#signature(body.signature);
    try {
      const { signature: _, ...fields } = body;
      const received = { fields, photos: [], signature, requestKey: key };
      const made = await this.checks.take(viewer, received, 'walkaround', (trx) =>
        this.#compose(trx, viewer, body, key),
      );
      if (made.takes_off_road) await tellNow(this.services, made.id);
      return made;
    } finally {
      await rm(signature.path, { force: true });
    }
  }

  /** The signature as a file of this machine, as a form would have brought it. */
  async #signature(url: string) {
    const bytes = bytesOfDataUrl(url, 'signature');
    if (bytes.length === 0 || bytes.length > SIGNATURE_BYTES) {
      throw wrongField('signature', 'validation.picture_empty_or_large');
    }
    const path = await this.services.files.temporaryPath();
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    const sha256 = createHash('sha256').update(bytes).digest();
    return { path, fileName: 'signature.png', sha256 };
  }

  async #compose(
    trx: Transaction,
    viewer: Viewer,
    body: WalkaroundBody,
    key: string,
  ): Promise<SaidCheck> {
    const vehicle = await checkedVehicle(trx, viewer, body.vehicle);
    if (vehicle === undefined) throw wrongField('vehicle', 'vehicle.missing');
    const template = await templateOf(trx, vehicle.customerId, body.template);
    if (template?.vehicle_type !== vehicle.type) {
      throw wrongField('template', 'check.template_not_for_vehicle');
    }
    const { lat, long } = body;
    const place =
      lat === null || long === null ? null : addressFinder(viewer.distanceUnit)(lat, long);
    return {
      fields: fieldsOf(body, template.items, place),
      depotId: vehicle.depotId,
      templateId: template.id,
      before: this.photographs.of(viewer, vehicle.customerId, key, photoIdsOf(body)),
    };
  }
}
