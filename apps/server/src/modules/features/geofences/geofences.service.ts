import type { contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, fieldConflict, notFound, orNotFound } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { type AuditedRow, recordRow } from '../../../platform/resource.ts';
import type { Services } from '../../../platform/services.ts';
import { type Geofence, toGeofence, toValues } from './geofence-json.ts';
import {
  countGeofences,
  deleteGeofence,
  geofenceById,
  geofencePage,
  holdGeofence,
  holdNames,
  insertGeofences,
  knownLabels,
  replaceGroups,
  takenNames,
  updateGeofence,
} from './geofences.repository.ts';
import { ownCustomer, wrongFields } from './geofences-owner.ts';
import { labelIsKnown } from './labels/geofences-labels.repository.ts';
import { checkedShape, type FieldErrors, type GeofenceBody } from './shape-check.ts';

/** Geofences per customer: the number for which the speed of the engine is guaranteed. */
const MAX_GEOFENCES = 10_000;

/** Errors for unknown groups and an unknown category of a geofence, by field. */
async function labelErrors(
  trx: Transaction,
  customerId: number,
  { category, groups }: Pick<GeofenceBody, 'category' | 'groups'>,
): Promise<FieldErrors> {
  const known = await knownLabels(trx, customerId, {
    groups,
    categories: category === null ? [] : [category],
  });
  const errors: FieldErrors = {};
  if (category !== null && !known.categories.has(category)) {
    errors.category = ['category.unknown'];
  }
  if (groups.some((group) => !known.groups.has(group))) {
    errors.groups = ['geofence.group_unknown'];
  }
  return errors;
}

function refuseErrors(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw wrongFields(errors);
}

/**
 * Checks that a customer may add this many geofences.
 *
 * @throws HttpError 409 if the limit would be exceeded
 */
export async function refuseTooMany(
  trx: Transaction,
  customerId: number,
  more: number,
): Promise<void> {
  if ((await countGeofences(trx, customerId)) + more > MAX_GEOFENCES) {
    throw conflict({ code: 'geofence.too_many', params: { most: MAX_GEOFENCES } });
  }
}

function nameTaken() {
  return fieldConflict('name', 'geofence.name_taken');
}

/** A geofence as the audit log stores it. */
const described = (geofence: Geofence): AuditedRow => ({
  customerId: geofence.customer,
  subject: { kind: 'geofence', id: String(geofence.id), name: geofence.name },
  facts: geofence,
});

/** Geofences (area M, RP-15, RP-16). They belong to a customer, not to a depot. */
export class GeofenceService {
  constructor(private readonly services: Pick<Services, 'db' | 'bus' | 'log'>) {}

  /**
   * Geofences by name, group and category (RP-15).
   *
   * @throws HttpError 404 for a group or category that the viewer cannot see
   */
  async list(viewer: Viewer, query: QueryOf<typeof contract.geofences.list>) {
    const filter = { groupId: query.group, categoryId: query.category };
    const { count, rows } = await this.services.db.asViewer(viewer, async (trx) => {
      for (const [table, id] of [
        ['geofence_groups', filter.groupId],
        ['geofence_categories', filter.categoryId],
      ] as const) {
        if (id !== undefined && !(await labelIsKnown(trx, viewer, table, id))) throw notFound();
      }
      return geofencePage(trx, viewer, filter, pageOf(query));
    });
    return { count, results: rows.map(toGeofence) };
  }

  /**
   * One geofence.
   *
   * @throws HttpError 404 for one that the viewer cannot see
   */
  async read(viewer: Viewer, id: number): Promise<Geofence> {
    return this.services.db.asViewer(viewer, (trx) => this.#read(trx, viewer, id));
  }

  async #read(trx: Transaction, viewer: Viewer, id: number): Promise<Geofence> {
    const row = orNotFound(await geofenceById(trx, viewer, id));
    return toGeofence(row);
  }

  /**
   * Adds a geofence to the viewer's customer.
   *
   * @throws HttpError 400 for wrong fields, 409 for a name in use or above the limit of geofences
   */
  async create(viewer: Viewer, body: GeofenceBody): Promise<Geofence> {
    const customerId = ownCustomer(viewer);
    const checked = checkedShape(body);
    if ('errors' in checked) throw wrongFields(checked.errors);
    const geofence = await this.services.db.asViewer(viewer, async (trx) => {
      await holdNames(trx, customerId);
      refuseErrors(await labelErrors(trx, customerId, body));
      await refuseTooMany(trx, customerId, 1);
      const [id] = await insertGeofences(trx, customerId, [toValues(body, checked.shape)]);
      if (id === undefined) throw nameTaken();
      await replaceGroups(trx, customerId, [{ geofenceId: id, groups: body.groups }]);
      const made = await this.#read(trx, viewer, id);
      await recordRow(trx, viewer, described, null, made);
      return made;
    });
    this.#changed(viewer, customerId, 'geofence made');
    return geofence;
  }

  /**
   * Changes a geofence.
   *
   * @throws HttpError 400 for wrong fields, 404 for an unknown geofence, 409 for a name in use
   */
  async change(viewer: Viewer, id: number, body: GeofenceBody): Promise<Geofence> {
    const { db } = this.services;
    const checked = checkedShape(body);
    const { geofence, customerId } = await db.asViewer(viewer, async (trx) => {
      const owner = orNotFound(await holdGeofence(trx, viewer, id));
      if ('errors' in checked) throw wrongFields(checked.errors);
      await holdNames(trx, owner);
      refuseErrors(await labelErrors(trx, owner, body));
      if ((await takenNames(trx, owner, [body.name], id)).size > 0) throw nameTaken();
      const before = await this.#read(trx, viewer, id);
      await updateGeofence(trx, id, toValues(body, checked.shape));
      await replaceGroups(trx, owner, [{ geofenceId: id, groups: body.groups }]);
      const after = await this.#read(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return { geofence: after, customerId: owner };
    });
    this.#changed(viewer, customerId, 'geofence changed');
    return geofence;
  }

  /**
   * Puts a geofence into groups and removes it from all others (R-055, M-23).
   *
   * @throws HttpError 400 for an unknown group, 404 for an unknown geofence
   */
  async putIntoGroups(viewer: Viewer, id: number, groups: readonly number[]): Promise<Geofence> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const owner = orNotFound(await holdGeofence(trx, viewer, id));
      refuseErrors(await labelErrors(trx, owner, { category: null, groups: [...groups] }));
      const before = await this.#read(trx, viewer, id);
      await replaceGroups(trx, owner, [{ geofenceId: id, groups }]);
      const after = await this.#read(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return after;
    });
  }

  /**
   * Deletes a geofence with its visits (RP-16).
   *
   * @throws HttpError 404 for an unknown geofence
   */
  async remove(viewer: Viewer, id: number): Promise<void> {
    const removed = await this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#read(trx, viewer, id);
      if ((await deleteGeofence(trx, viewer, id)) === undefined) throw notFound();
      await recordRow(trx, viewer, described, before, null);
      return before;
    });
    this.#changed(viewer, removed.customer, 'geofence removed');
  }

  #changed(viewer: Viewer, customerId: number, what: string): void {
    this.services.bus.publish('geofences.changed', { customerId });
    this.services.log.info({ userId: viewer.userId, customerId }, what);
  }
}
