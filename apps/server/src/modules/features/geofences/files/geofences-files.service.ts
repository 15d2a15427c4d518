import { setImmediate as breathe } from 'node:timers/promises';
import { actorOf, recordChanges } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, type ErrorMessage } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import { toGeofence, toValues } from '../geofence-json.ts';
import {
  type GeofenceValues,
  geofencePage,
  holdNames,
  insertGeofences,
  knownLabels,
  replaceGroups,
  takenNames,
} from '../geofences.repository.ts';
import { refuseTooMany } from '../geofences.service.ts';
import { ownCustomer, wrongFields } from '../geofences-owner.ts';
import { allGroups, categoryNames } from '../labels/geofences-labels.repository.ts';
import { checkedShape, type FieldErrors, type GeofenceBody } from '../shape-check.ts';
import { GEOJSON } from './geofences-files-geojson.ts';
import { KML } from './geofences-files-kml.ts';

/** Limit for all geofences of a file: checking more would take seconds. */
const MAX_IMPORTED_CORNERS = 100_000;

const EXPORT_PAGE = { limit: 250, orderBy: null, descending: false, search: '' } as const;

const cornersOf = ({ points, holes }: GeofenceBody) =>
  holes.reduce((sum, hole) => sum + hole.length, points.length);

/** Checks all shapes, yielding to the event loop in between. */
async function checkedShapes(bodies: readonly GeofenceBody[]) {
  const errors: FieldErrors = {};
  const values: GeofenceValues[] = [];
  for (const [n, body] of bodies.entries()) {
    const checked = checkedShape(body);
    if ('errors' in checked) {
      for (const [field, texts] of Object.entries(checked.errors)) {
        errors[`geofences.${n}.${field}`] = texts;
      }
    } else values.push(toValues(body, checked.shape));
    await breathe();
  }
  return { errors, values };
}

function repeatedNames(bodies: readonly GeofenceBody[]): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<string>();
  bodies.forEach(({ name }, n) => {
    if (seen.has(name)) errors[`geofences.${n}.name`] = ['geofence.name_twice'];
    seen.add(name);
  });
  return errors;
}

/** Conflicts of the file with the customer's data: names in use, unknown groups and categories. */
async function errorsWithin(
  trx: Transaction,
  customerId: number,
  bodies: readonly GeofenceBody[],
): Promise<FieldErrors> {
  const taken = await takenNames(
    trx,
    customerId,
    bodies.map(({ name }) => name),
  );
  const known = await knownLabels(trx, customerId, {
    groups: [...new Set(bodies.flatMap(({ groups }) => groups))],
    categories: [...new Set(bodies.flatMap(({ category }) => category ?? []))],
  });
  const errors: FieldErrors = {};
  bodies.forEach(({ name, category, groups }, n) => {
    if (taken.has(name)) {
      errors[`geofences.${n}.name`] = ['geofence.name_taken'];
    }
    if (category !== null && !known.categories.has(category)) {
      errors[`geofences.${n}.category`] = ['category.unknown'];
    }
    if (groups.some((group) => !known.groups.has(group))) {
      errors[`geofences.${n}.groups`] = ['geofence.group_unknown'];
    }
  });
  return errors;
}

function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw wrongFields(errors);
}

/** Export and import of geofences as files (M-17). */
export class GeofenceFiles {
  constructor(private readonly services: Pick<Services, 'db' | 'bus' | 'log'>) {}

  /** Exports all visible geofences; written in pages, yielding to the event loop in between. */
  async exported(viewer: Viewer, format: 'geojson' | 'kml') {
    const { type, open, feature, between, close } = format === 'kml' ? KML : GEOJSON;
    const features: string[] = [];
    await this.services.db.asViewer(viewer, async (trx) => {
      const groups = await allGroups(trx, viewer);
      const names = {
        categories: await categoryNames(trx, viewer),
        groups: new Map(groups.map(({ id, name }) => [id, name])),
      };
      for (let offset = 0; ; offset += EXPORT_PAGE.limit) {
        const { rows } = await geofencePage(trx, viewer, {}, { ...EXPORT_PAGE, offset });
        features.push(...rows.map((row) => feature(toGeofence(row), names)));
        if (rows.length < EXPORT_PAGE.limit) return;
      }
    });
    return { type, text: `${open}${features.join(between)}${close}` };
  }

  /**
   * Imports the geofences of a file: all, or none if one is invalid. Errors name fields by the
   * index of their geofence, for example `geofences.3.points`.
   *
   * @throws HttpError 400 for wrong fields, 409 if the limit of geofences would be exceeded
   */
  async imported(viewer: Viewer, bodies: readonly GeofenceBody[]): Promise<{ created: number }> {
    const customerId = ownCustomer(viewer);
    const { db, bus, log } = this.services;
    if (bodies.reduce((sum, body) => sum + cornersOf(body), 0) > MAX_IMPORTED_CORNERS) {
      const text: ErrorMessage = {
        code: 'geofence.file_too_many_corners',
        params: { most: MAX_IMPORTED_CORNERS },
      };
      throw wrongFields({ geofences: [text] });
    }
    const { errors, values } = await checkedShapes(bodies);
    refuse({ ...errors, ...repeatedNames(bodies) });
    await db.asViewer(viewer, async (trx) => {
      await holdNames(trx, customerId);
      refuse(await errorsWithin(trx, customerId, bodies));
      await refuseTooMany(trx, customerId, bodies.length);
      const ids = await insertGeofences(trx, customerId, values);
      const memberships = ids.flatMap((geofenceId, n) =>
        geofenceId === undefined ? [] : [{ geofenceId, groups: bodies[n]?.groups ?? [] }],
      );
      if (memberships.length < bodies.length) throw conflict('geofence.name_taken_now');
      await replaceGroups(trx, customerId, memberships);
      const actor = await actorOf(trx, viewer);
      await recordChanges(
        trx,
        memberships.map(({ geofenceId }, n) => ({
          customerId,
          actor,
          subject: { kind: 'geofence', id: String(geofenceId), name: bodies[n]?.name ?? '' },
          action: 'created',
          before: null,
          after: bodies[n] ?? null,
        })),
      );
    });
    bus.publish('geofences.changed', { customerId });
    log.info({ userId: viewer.userId, customerId, count: bodies.length }, 'geofences imported');
    return { created: bodies.length };
  }
}
