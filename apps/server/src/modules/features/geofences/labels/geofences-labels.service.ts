import type { AuditKind } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { fieldConflict } from '../../../../platform/errors.ts';
import type { Page } from '../../../../platform/paging.ts';
import { type AuditedRow, allOf, recordRow, recordRows } from '../../../../platform/resource.ts';
import { type Geofence, toGeofence } from '../geofence-json.ts';
import { groupedGeofences } from '../geofences.repository.ts';
import { ownCustomer } from '../geofences-owner.ts';
import {
  allGroups,
  deleteLabels,
  insertCategory,
  insertGroup,
  type LabelRow,
  type LabelTable,
  labelPage,
} from './geofences-labels.repository.ts';

const toGroup = ({ id, name, geofence_count }: LabelRow) => ({
  id,
  GroupName: name,
  geofence_count,
});

const KINDS = {
  geofence_groups: 'geofence_group',
  geofence_categories: 'geofence_category',
} as const satisfies Record<LabelTable, AuditKind>;

interface OwnLabel {
  readonly id: number;
  readonly customer_id: number;
  readonly name: string;
  /** Only of a new category. */
  readonly colour?: string;
}

/** A group or category as the audit log stores it. */
const describing =
  (table: LabelTable) =>
  ({ id, customer_id, name, colour }: OwnLabel): AuditedRow => ({
    customerId: customer_id,
    subject: { kind: KINDS[table], id: String(id), name },
    facts: colour === undefined ? { name } : { name, colour },
  });

/** Groups and categories of geofences (R-056 to R-062, M-19, M-21, M-22). */
export class LabelService {
  constructor(private readonly db: Database) {}

  /** Groups by name. */
  async groups(viewer: Viewer, page: Page) {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      labelPage(trx, viewer, 'geofence_groups', page),
    );
    return { count, results: rows.map(toGroup) };
  }

  /** All groups with their geofences. */
  async groupList(viewer: Viewer) {
    const { groups, geofences } = await this.db.asViewer(viewer, async (trx) => ({
      groups: await allGroups(trx, viewer),
      geofences: await groupedGeofences(trx, viewer),
    }));
    const members = new Map<number, Geofence[]>(groups.map(({ id }) => [id, []]));
    for (const geofence of geofences.map(toGeofence)) {
      for (const group of geofence.groups) members.get(group)?.push(geofence);
    }
    return groups.map((group) => ({ ...toGroup(group), geofences: members.get(group.id) ?? [] }));
  }

  /**
   * Adds a group.
   *
   * @throws HttpError 409 for a name in use
   */
  async createGroup(viewer: Viewer, name: string) {
    const customerId = ownCustomer(viewer);
    const id = await this.db.asViewer(viewer, async (trx) => {
      const made = await insertGroup(trx, customerId, name);
      if (made !== undefined) {
        const row = { id: made, customer_id: customerId, name };
        await recordRow(trx, viewer, describing('geofence_groups'), null, row);
      }
      return made;
    });
    if (id === undefined) {
      throw fieldConflict('GroupName', 'geofence.group_name_taken');
    }
    return { id, GroupName: name, geofence_count: 0 };
  }

  /** Categories by name. */
  async categories(viewer: Viewer, page: Page) {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      labelPage(trx, viewer, 'geofence_categories', page),
    );
    const results = rows.map(({ id, name, colour, geofence_count }) => ({
      id,
      name,
      colour: colour ?? '',
      geofence_count,
    }));
    return { count, results };
  }

  /**
   * Adds a category.
   *
   * @throws HttpError 409 for a name in use
   */
  async createCategory(viewer: Viewer, category: { name: string; colour: string }) {
    const customerId = ownCustomer(viewer);
    const id = await this.db.asViewer(viewer, async (trx) => {
      const made = await insertCategory(trx, customerId, category);
      if (made !== undefined) {
        const row = { id: made, customer_id: customerId, ...category };
        await recordRow(trx, viewer, describing('geofence_categories'), null, row);
      }
      return made;
    });
    if (id === undefined) {
      throw fieldConflict('name', 'geofence.category_name_taken');
    }
    return { id, ...category, geofence_count: 0 };
  }

  /**
   * Deletes groups or categories, all or none; their geofences remain.
   *
   * @throws HttpError 404 if the viewer cannot see one of them
   */
  async remove(viewer: Viewer, table: LabelTable, ids: readonly number[]): Promise<void> {
    await this.db.asViewer(viewer, async (trx) => {
      const removed = await allOf(ids, (wanted) => deleteLabels(trx, viewer, table, wanted));
      const rows = removed.map((row) => ({ before: row, after: null }));
      await recordRows(trx, viewer, describing(table), rows);
    });
  }
}
