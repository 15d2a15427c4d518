import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import {
  type AnswerOf,
  CHECK_PHOTO_LIMIT,
  type contract,
  type QueryOf,
} from '@roadworthy/contract';
import { canPull, isTrailer, kindOf } from '@roadworthy/domain';
import { actorOf } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import { customPageTexts, noCustomTexts } from '../../../platform/customer-texts/index.ts';
import type { TemplateItem, Transaction } from '../../../platform/db/index.ts';
import { badRequest, forbidden, wrongField } from '../../../platform/errors.ts';
import { bytesOfDataUrl } from '../../../platform/files/index.ts';
import type { Services } from '../../../platform/services.ts';
import { addressFinder } from '../../core/fleet/index.ts';
import { coupleAsDriver } from '../couplings/index.ts';
import { answeredQuestions, questionsOf } from '../faults/index.ts';
import { notifyNow } from './notification/walkaround-notification.job.ts';
import { shortCheckS, urgentTrailerChecks } from './records/walkaround-records.repository.ts';
import type { ChecksService } from './records/walkaround-records.service.ts';
import type { Combination, ComposedCheck } from './records/walkaround-records-content.ts';
import { currentTemplates, templateOf } from './templates/walkaround-templates.repository.ts';
import { toPhoneTemplate } from './templates/walkaround-templates.service.ts';
import {
  type CheckedVehicle,
  type CheckVehicleRow,
  checkedVehicle,
  firstTrailers,
  firstVehicles,
  searchedVehicles,
  vehicleOfCode,
} from './walkaround.repository.ts';
import {
  fieldsOf,
  photoIdsOf,
  trailerFieldsOf,
  type WalkaroundBody,
} from './walkaround-compose.ts';
import type { Photographs } from './walkaround-photographs.ts';

type Calls = typeof contract.walkaround;
type Made = AnswerOf<Calls['send']>;

/** A phone stores this many vehicles; others are found by search on the server. */
const KEPT_VEHICLES = 300;
const FOUND_VEHICLES = 20;
const MIN_SEARCH_LENGTH = 2;
/** The pad draws 500 by 250 pixels in black. */
const SIGNATURE_BYTES = 200_000;
const CHECK_KEY = /^[\w:-]{8,60}$/;

/** Vehicles as a phone stores them, with the questions about their faults. */
async function checkVehicles(trx: Transaction, viewer: Viewer, rows: readonly CheckVehicleRow[]) {
  const questions = await questionsOf(
    trx,
    viewer,
    rows.map(({ id }) => id),
  );
  return rows.map(({ kind, trailers, ...vehicle }) => {
    const asked = questions.get(vehicle.id);
    return {
      ...vehicle,
      kind: kindOf(vehicle.type, kind),
      ...(trailers === null ? {} : { trailers }),
      ...(asked === undefined ? {} : { questions: [...asked] }),
    };
  });
}

/** The walkaround check of a driver's phone (RP-27; facts of the trade, walkaround check). */
export class WalkaroundService {
  constructor(
    private readonly services: Pick<Services, 'db' | 'files' | 'jobs' | 'log'>,
    private readonly checks: ChecksService,
    private readonly photographs: Photographs,
  ) {}

  /** The data that a phone stores to check vehicles offline. */
  async start(viewer: Viewer): Promise<AnswerOf<Calls['start']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const vehicles = await firstVehicles(trx, viewer, KEPT_VEHICLES + 1);
      const { name } = await actorOf(trx, viewer);
      const templates = await currentTemplates(trx, viewer.customerId);
      const forTrailers = templates.find((one) => one.is_for_trailers);
      return {
        person: { id: viewer.userId, name },
        distance_unit: viewer.distanceUnit,
        photo_limit: CHECK_PHOTO_LIMIT,
        short_check: await shortCheckS(trx, viewer.customerId ?? 0),
        templates: templates.filter((one) => !one.is_for_trailers).map(toPhoneTemplate),
        own_texts:
          viewer.customerId === null
            ? noCustomTexts()
            : await customPageTexts(trx, viewer.customerId, 'walkaround'),
        vehicles: await checkVehicles(trx, viewer, vehicles.slice(0, KEPT_VEHICLES)),
        has_more: vehicles.length > KEPT_VEHICLES,
        trailers: await checkVehicles(trx, viewer, await firstTrailers(trx, viewer, KEPT_VEHICLES)),
        trailer_template: forTrailers === undefined ? null : toPhoneTemplate(forTrailers),
      };
    });
  }

  /** Visible vehicles by code, or by a part of the registration of at least two characters. */
  async vehicles(
    viewer: Viewer,
    { search, qrid, trailers: isTrailers }: QueryOf<Calls['vehicles']>,
  ): Promise<AnswerOf<Calls['vehicles']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      if (qrid === undefined && search.length < MIN_SEARCH_LENGTH) return { results: [] };
      const found =
        qrid === undefined
          ? await searchedVehicles(trx, viewer, search, { isTrailers, limit: FOUND_VEHICLES })
          : await vehicleOfCode(trx, viewer, qrid, isTrailers);
      return { results: await checkVehicles(trx, viewer, found) };
    });
  }

  /**
   * Stores a finished check; sent again with its key, it returns the first one's check.
   *
   * @param key the phone's name of the check; its photographs were uploaded under the same name
   * @throws HttpError 400 on the field if a rule is violated, 403 for a check made by another
   *   person, 409 for a key of a different check
   */
  async send(viewer: Viewer, body: WalkaroundBody, key: string | null): Promise<Made> {
    if (body.person !== undefined && body.person !== viewer.userId) {
      throw forbidden('check.other_person');
    }
    const parts = [body, ...(body.trailers ?? [])];
    if (parts.flatMap(photoIdsOf).length > CHECK_PHOTO_LIMIT) {
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
      await this.#notify(viewer, made);
      return made;
    } finally {
      await rm(signature.path, { force: true });
    }
  }

  async #notify(viewer: Viewer, made: Made): Promise<void> {
    if (made.takes_off_road) await notifyNow(this.services, made.id);
    const trailers = await this.services.db.asViewer(viewer, (trx) =>
      urgentTrailerChecks(trx, made.id),
    );
    for (const id of trailers) await notifyNow(this.services, id);
  }

  /** Writes the signature to a local file, as a form upload would. */
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
  ): Promise<ComposedCheck> {
    const vehicle = await checkedVehicle(trx, viewer, body.vehicle);
    if (vehicle === undefined) throw wrongField('vehicle', 'vehicle.missing');
    const template = await this.#template(trx, vehicle, body.template, 'template');
    const { lat, long } = body;
    const place =
      lat === null || long === null ? null : addressFinder(viewer.distanceUnit)(lat, long);
    const asked = await this.#asked(trx, viewer, body, template.items, '');
    return {
      fields: fieldsOf(body, asked.items, place),
      faults: asked.faults,
      depotId: vehicle.depotId,
      templateId: template.id,
      before: this.photographs.of(viewer, vehicle.customerId, key, photoIdsOf(body)),
      combination: await this.#combination(trx, viewer, body, { key, place, vehicle }),
    };
  }

  /** The trailers of a check and their coupling; null if the phone did not ask for trailers. */
  async #combination(
    trx: Transaction,
    viewer: Viewer,
    body: WalkaroundBody,
    of: {
      readonly key: string;
      readonly place: string | null;
      readonly vehicle: CheckedVehicle;
    },
  ): Promise<Combination | null> {
    if (body.trailers === undefined) return null;
    const { customerId, kind, type } = of.vehicle;
    if (body.trailers.length > 0 && !canPull(kindOf(type, kind))) {
      throw wrongField('trailers', 'coupling.cannot_pull');
    }
    const trailers: ComposedCheck[] = [];
    for (const [n, trailer] of body.trailers.entries()) {
      const field = `trailers.${n}`;
      const found = await checkedVehicle(trx, viewer, trailer.vehicle, true);
      const isTwice = body.trailers.findIndex(({ vehicle }) => vehicle === trailer.vehicle) !== n;
      if (found?.customerId !== customerId || isTwice) {
        throw wrongField(`${field}.vehicle`, 'vehicle.missing');
      }
      const template = await this.#template(trx, found, trailer.template, `${field}.template`);
      const asked = await this.#asked(trx, viewer, trailer, template.items, `${field}.`);
      trailers.push({
        fields: trailerFieldsOf(body, trailer, asked.items, of.place),
        faults: asked.faults,
        depotId: found.depotId,
        templateId: template.id,
        before: this.photographs.of(viewer, customerId, of.key, photoIdsOf(trailer)),
      });
    }
    const observation = {
      vehicleId: body.vehicle,
      trailerIds: body.trailers.map(({ vehicle }) => vehicle),
      atMs: Date.parse(body.started_at),
    };
    return {
      trailers,
      couple: (inTrx) => coupleAsDriver(inTrx, viewer, customerId, observation),
    };
  }

  /**
   * The items that were asked: those of the template, then the questions about faults.
   *
   * @throws HttpError 400 on `questions` for a fault of another vehicle
   */
  async #asked(
    trx: Transaction,
    viewer: Viewer,
    { answers, questions = [], vehicle }: Pick<WalkaroundBody, 'answers' | 'questions' | 'vehicle'>,
    items: readonly TemplateItem[],
    prefix: string,
  ) {
    const isTwice = new Set(questions).size < questions.length;
    const asked = await answeredQuestions(trx, viewer, vehicle, questions);
    if (isTwice || asked === undefined) throw wrongField(`${prefix}questions`, 'check.not_asked');
    const faults = questions.flatMap((fault, n) => {
      const given = answers.find(({ item }) => item === items.length + n);
      return given === undefined ? [] : [{ fault, result: given.result }];
    });
    return { items: [...items, ...asked], faults };
  }

  /** The template of a check: that of the type, or the one for trailers. */
  async #template(trx: Transaction, vehicle: CheckedVehicle, id: number, field: string) {
    const template = await templateOf(trx, vehicle.customerId, id);
    const isFor =
      template?.is_for_trailers === true
        ? isTrailer(kindOf(vehicle.type, vehicle.kind))
        : template?.vehicle_type === vehicle.type;
    if (template === undefined || !isFor) {
      throw wrongField(field, 'check.template_not_for_vehicle');
    }
    return template;
  }
}
