import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { isAdministrator, SAVED_VIEWS_MAX, type SavedViewList } from '@roadworthy/domain';
import { actsCustomerWide, type Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { badRequest, fieldConflict, forbidden, orNotFound } from '../../../platform/errors.ts';
import { type AuditedRow, recordRow } from '../../../platform/resource.ts';
import type { Services } from '../../../platform/services.ts';
import { refusingTaken } from '../customers/index.ts';
import {
  deleteView,
  insertView,
  lockAndCount,
  lockedView,
  moveView,
  type Owner,
  type SavedViewRow,
  updateView,
  viewsOf,
  writeDefault,
} from './saved-views.repository.ts';

type Calls = typeof contract.savedViews;
type View = AnswerOf<Calls['create']>;

const isShared = (row: SavedViewRow) => row.customer_id !== null;

/** People change their own views; shared ones are changed by administrators of the whole customer. */
const mayChange = (viewer: Viewer, row: SavedViewRow) =>
  !isShared(row) || (isAdministrator(viewer) && actsCustomerWide(viewer));

function toView(viewer: Viewer, row: SavedViewRow): View {
  const { id, list, name, settings, is_default } = row;
  return {
    id,
    list,
    name,
    settings,
    is_shared: isShared(row),
    is_default,
    may_change: mayChange(viewer, row),
  };
}

/** A view as the audit log stores it. */
const describe =
  (customerId: number) =>
  (row: SavedViewRow): AuditedRow => ({
    customerId,
    subject: { kind: 'saved_view', id: String(row.id), name: row.name },
    facts: { list: row.list, name: row.name, is_shared: isShared(row), ...row.settings },
  });

/** @throws HttpError 409 on the name */
const refuseName = (): never => {
  throw fieldConflict('name', 'saved_view.name_taken');
};

/** @throws HttpError 409 on the name if the owner has as many views of the list as allowed */
async function checkLimit(trx: Transaction, owner: Owner, list: SavedViewList): Promise<void> {
  if ((await lockAndCount(trx, owner, list)) < SAVED_VIEWS_MAX) return;
  const code = 'user' in owner ? 'saved_view.too_many' : 'saved_view.too_many_shared';
  throw fieldConflict('name', { code, params: { most: SAVED_VIEWS_MAX } });
}

/** Views of lists that people save under a name. */
export class SavedViewsService {
  constructor(private readonly services: Pick<Services, 'db'>) {}

  /** The viewer's views of a list, and the shared ones, by name. */
  async list(viewer: Viewer, list: SavedViewList): Promise<AnswerOf<Calls['list']>> {
    const rows = await this.services.db.asViewer(viewer, (trx) => viewsOf(trx, viewer, list));
    return { results: rows.map((row) => toView(viewer, row)) };
  }

  /**
   * Saves a view of the viewer.
   *
   * @throws HttpError 409 on the name: taken, or as many views as allowed
   */
  create(viewer: Viewer, body: BodyOf<Calls['create']>): Promise<View> {
    const work = this.services.db.asViewer(viewer, async (trx) => {
      await checkLimit(trx, { user: viewer.userId }, body.list);
      const id = await insertView(trx, viewer.userId, body);
      return toView(viewer, await this.#find(trx, viewer, id));
    });
    return refusingTaken(work, refuseName);
  }

  /**
   * Renames a view or replaces its settings; absent fields stay.
   *
   * @throws HttpError 403 for a shared view of which the viewer is no administrator, 404 for one that
   *   is not visible, 409 on the name
   */
  change(viewer: Viewer, id: number, body: BodyOf<Calls['change']>): Promise<View> {
    const work = this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#findOwn(trx, viewer, id);
      await updateView(trx, id, {
        name: body.name ?? before.name,
        settings: body.settings ?? before.settings,
      });
      const after = await this.#find(trx, viewer, id);
      await this.#record(trx, viewer, before, after);
      return toView(viewer, after);
    });
    return refusingTaken(work, refuseName);
  }

  /** Deletes a view. @throws HttpError 403 and 404 as {@link change} */
  remove(viewer: Viewer, id: number): Promise<void> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#findOwn(trx, viewer, id);
      await deleteView(trx, id);
      await this.#record(trx, viewer, before, null);
    });
  }

  /**
   * Shares a view of the viewer with everyone of the customer, or makes a shared one the viewer's own.
   *
   * @throws HttpError 400 for a viewer without customer, 404 for a view that is not visible, 409 on the
   *   name: taken by another view of the new owner, or as many views as allowed
   */
  share(viewer: Viewer, id: number, wanted: boolean): Promise<View> {
    const work = this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#findOwn(trx, viewer, id);
      if (isShared(before) === wanted) return toView(viewer, before);
      if (viewer.customerId === null) throw badRequest('saved_view.no_customer');
      const owner = wanted ? { customer: viewer.customerId } : { user: viewer.userId };
      await checkLimit(trx, owner, before.list);
      await moveView(trx, id, owner);
      const after = await this.#find(trx, viewer, id);
      await this.#record(trx, viewer, before, after);
      return toView(viewer, after);
    });
    return refusingTaken(work, refuseName);
  }

  /**
   * Chooses the view with which a list opens for the viewer; null for none.
   *
   * @throws HttpError 404 for a view that is not visible, or of another list
   */
  setDefault(viewer: Viewer, { list, view }: BodyOf<Calls['setDefault']>): Promise<void> {
    return this.services.db.asViewer(viewer, async (trx) => {
      if (view !== null) {
        const found = await lockedView(trx, viewer, view, 'share');
        orNotFound(found?.list === list ? found : undefined);
      }
      await writeDefault(trx, viewer.userId, list, view);
    });
  }

  async #find(trx: Transaction, viewer: Viewer, id: number): Promise<SavedViewRow> {
    return orNotFound(await lockedView(trx, viewer, id, 'update'));
  }

  /** A visible view that the viewer may change. */
  async #findOwn(trx: Transaction, viewer: Viewer, id: number): Promise<SavedViewRow> {
    const found = await this.#find(trx, viewer, id);
    if (!mayChange(viewer, found)) throw forbidden('saved_view.shared');
    return found;
  }

  /** Logs what concerns others: a change of a shared view, sharing, and its end. */
  async #record(
    trx: Transaction,
    viewer: Viewer,
    before: SavedViewRow,
    after: SavedViewRow | null,
  ): Promise<void> {
    const customerId = before.customer_id ?? after?.customer_id ?? null;
    if (customerId !== null) await recordRow(trx, viewer, describe(customerId), before, after);
  }
}
