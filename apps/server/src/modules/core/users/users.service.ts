import type { BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { isAdministrator, MODULES, ROLE_RIGHTS, ROLES, type Role } from '@roadworthy/domain';
import {
  actorOf,
  type Change,
  recordChange,
  recordChanges,
} from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import { wordingOf } from '../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { badRequest, conflict, forbidden, notFound, orNotFound } from '../../../platform/errors.ts';
import { type Page, pageOf } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import { listFile } from '../../../platform/tables/index.ts';
import { refusingTaken, throwIfInvalid } from '../customers/index.ts';
import { checkVisibleDepot } from '../fleet/index.ts';
import {
  type Confirmation,
  clearAllAttempts,
  confirmedUser,
  endAccountSessions,
  invite,
  resetSecondFactor,
} from '../sign-in/index.ts';
import { refuseWithoutAdministrator } from './last-administrator.ts';
import { auditedForm, auditedUser, formOf, toColleague, toManagedUser } from './user-json.ts';
import {
  colleaguesOf,
  insertUser,
  replaceAssignments,
  type UserFilter,
  type UserRow,
  updateUser,
  userPage,
  visibleUserById,
  withSecondFactor,
} from './users.repository.ts';
import { takenNames } from './users-form.repository.ts';
import { type CheckedUser, checkUser } from './users-form.ts';
import { userColumns } from './users-table.ts';

type UserBody = BodyOf<typeof contract.users.create>;
type ListQuery = QueryOf<typeof contract.users.list>;
type ExportQuery = QueryOf<typeof contract.users.exportFile>;

const isTrue = (text: 'true' | 'false' | undefined) =>
  text === undefined ? null : text === 'true';

function filterOf(query: Omit<ListQuery, 'page' | 'pageSize'>): UserFilter {
  return {
    archived: query.archived === 'true',
    role: query.permission ?? null,
    module: query.module ?? null,
    isActive: isTrue(query.is_active),
    isLocked: isTrue(query.is_locked),
    customerId: query.customer ?? null,
  };
}

const subjectOf = ({ id, first_name, last_name }: UserRow): Change['subject'] => ({
  kind: 'user',
  id: String(id),
  name: `${first_name} ${last_name}`,
});

/** @throws HttpError 400 if another request took the name at the same moment */
const refuseTaken = (): never => {
  throw badRequest('validation.invalid', { errors: { email: ['user.account_exists'] } });
};

/** @throws HttpError 404 for a customer that is not visible */
function refuseOtherCustomer(viewer: Viewer, customerId: number | undefined): void {
  const isOther = customerId !== undefined && customerId !== viewer.customerId;
  if (isOther && !viewer.isGlobalAdmin) throw notFound();
}

/** Administration of a customer's users (requirements O-P03, O-P07, U-P03). */
export class UsersService {
  constructor(private readonly services: Pick<Services, 'config' | 'db' | 'bus' | 'log'>) {}

  /** A page of the visible users. @throws HttpError 404 for a customer that is not visible */
  async list(viewer: Viewer, query: ListQuery) {
    const { db } = this.services;
    refuseOtherCustomer(viewer, query.customer);
    const { count, isLimit, rows } = await db.asViewer(viewer, (trx) =>
      userPage(trx, viewer, filterOf(query), pageOf(query)),
    );
    return { count, count_is_limit: isLimit, results: await this.#json(rows) };
  }

  /**
   * The list as a file.
   *
   * @throws HttpError 400 if there are more rows than a file may have
   */
  async file(viewer: Viewer, { format, ...query }: ExportQuery) {
    refuseOtherCustomer(viewer, query.customer);
    const page = pageOf({ ...query, page: 1, pageSize: 1 });
    return this.services.db.asViewer(viewer, async (trx) =>
      listFile(trx, viewer, page, format, {
        title: 'users.export.title',
        stem: 'users',
        columns: userColumns(await wordingOf(trx, viewer.customerId, viewer.language)),
        rows: async (asked) => (await userPage(trx, viewer, filterOf(query), asked)).rows,
      }),
    );
  }

  /** @throws HttpError 404 for a user who is unknown or not visible */
  async read(viewer: Viewer, id: number) {
    const row = await this.services.db.asViewer(viewer, (trx) => this.#find(trx, viewer, id));
    return this.#one(row);
  }

  /** A user as their form shows them. @throws HttpError as {@link read} */
  async form(viewer: Viewer, id: number): Promise<UserBody> {
    const row = await this.services.db.asViewer(viewer, (trx) => this.#find(trx, viewer, id));
    return formOf(row);
  }

  /**
   * Creates a user and sends the invitation.
   *
   * @throws HttpError 400 with the invalid fields
   */
  async create(viewer: Viewer, body: UserBody) {
    const { db, log } = this.services;
    const taken = await this.#taken(body, null);
    const row = await refusingTaken(
      db.asViewer(viewer, async (trx) => {
        const checked = await checkUser(trx, viewer, body, taken, null);
        const id = await insertUser(trx, {
          ...checked.columns,
          language: viewer.language,
          invited_at: new Date(),
        });
        await replaceAssignments(trx, id, checked);
        const made = await this.#justMade(trx, id);
        await recordChange(trx, {
          customerId: checked.columns.customer_id,
          actor: await actorOf(trx, viewer),
          subject: subjectOf(made),
          action: 'created',
          before: null,
          after: auditedForm(checked),
        });
        return made;
      }),
      refuseTaken,
    );
    log.info({ userId: viewer.userId, createdUserId: row.id }, 'user created');
    await this.#invite(row.id);
    return this.#one(row);
  }

  /**
   * Changes a user. Deactivating users or changing their address ends their sessions.
   *
   * @throws HttpError 400 with the invalid fields, 403 for a user with more rights, 404 for one who is
   *   not visible
   */
  async change(viewer: Viewer, id: number, body: UserBody) {
    const { db, bus } = this.services;
    const taken = await this.#taken(body, id);
    const { before, after } = await refusingTaken(
      db.asViewer(viewer, async (trx) => {
        const found = await this.#findBelow(trx, viewer, id);
        if (found.archived_at !== null) throw conflict('user.restore_first');
        const checked = await checkUser(trx, viewer, body, taken, found);
        if (id === viewer.userId && !checked.columns.is_active) {
          throwIfInvalid({ is_active: ['user.cannot_deactivate_self'] });
        }
        await this.#write(trx, viewer, found, checked);
        return { before: found, after: await this.#justMade(trx, id) };
      }),
      refuseTaken,
    );
    const isShutOut = before.is_active && !after.is_active;
    const isElsewhere = before.email.toLowerCase() !== after.email.toLowerCase();
    if (isShutOut || isElsewhere) await endAccountSessions(this.services, id);
    else bus.publish('users.changed', { userId: id });
    return this.#one(after);
  }

  /**
   * Archives or restores users; all or none.
   *
   * @throws HttpError 400 for oneself and for the last administrator, 403 and 404 as for a change
   */
  async archive(viewer: Viewer, ids: readonly number[], isArchived: boolean): Promise<void> {
    const { db, bus } = this.services;
    await db.asViewer(viewer, async (trx) => {
      const actor = await actorOf(trx, viewer);
      const changes: Change[] = [];
      for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
        const found = await this.#findBelow(trx, viewer, id);
        if (id === viewer.userId) throwIfInvalid({ id: ['user.cannot_remove_self'] });
        if ((found.archived_at !== null) === isArchived) continue;
        await updateUser(trx, id, {
          archived_at: isArchived ? new Date() : null,
          is_active: !isArchived,
        });
        await refuseWithoutAdministrator(trx, found, 'id', this.#needsPassword);
        changes.push({
          customerId: found.customer_id,
          actor,
          subject: subjectOf(found),
          action: isArchived ? 'archived' : 'restored',
          before: null,
          after: null,
        });
      }
      await recordChanges(trx, changes);
    });
    if (isArchived) for (const id of ids) await endAccountSessions(this.services, id);
    else for (const userId of ids) bus.publish('users.changed', { userId });
  }

  /** Resets failed sign-ins (requirement B-P04). @throws HttpError 403 and 404 as for a change */
  async unlock(viewer: Viewer, id: number): Promise<void> {
    await this.services.db.asViewer(viewer, async (trx) => {
      const found = await this.#findBelow(trx, viewer, id);
      await recordChange(trx, {
        customerId: found.customer_id,
        actor: await actorOf(trx, viewer),
        subject: subjectOf(found),
        action: 'changed',
        before: { login_attempts: found.failed_sign_ins },
        after: { login_attempts: 0 },
      });
    });
    await this.services.db.asSystem((trx) => clearAllAttempts(trx, id));
  }

  /**
   * Removes the second factors of another person who lost them.
   *
   * @param given the administrator's own password
   * @throws HttpError 400 for a wrong password, 409 for oneself and for a person without a second
   *   factor, 423 after too many wrong passwords, 403 and 404 as for a change
   */
  async resetSecondFactor(viewer: Viewer, id: number, given: Confirmation): Promise<void> {
    const { db } = this.services;
    if (id === viewer.userId) throw conflict('user.own_second_factor');
    const owner = await db.asViewer(viewer, (trx) => this.#findBelow(trx, viewer, id));
    await confirmedUser(this.services, viewer, given);
    await resetSecondFactor(this.services, viewer, owner);
  }

  /**
   * Sends the invitation again.
   *
   * @throws HttpError 409 for a user who has chosen a password already, or cannot sign in
   */
  async inviteAgain(viewer: Viewer, id: number): Promise<void> {
    await this.services.db.asViewer(viewer, async (trx) => {
      const found = await this.#findBelow(trx, viewer, id);
      if (found.password_hash !== null) throw conflict('user.password_chosen');
      if (!found.is_active) throw conflict('user.not_active');
      await updateUser(trx, id, { invited_at: new Date() });
    });
    await this.#invite(id);
  }

  /** The built-in permissions. */
  permissions() {
    return ROLES.map((name: Role) => {
      const { id, isLimitedUser, canWrite, canManageUsers } = ROLE_RIGHTS[name];
      const perms = {
        is_limited_user: isLimitedUser,
        can_write: canWrite,
        can_manage_users: canManageUsers,
      };
      return { id, name, perms };
    });
  }

  /** The modules that users may have. */
  modules() {
    return MODULES.map((module) => ({ ...module }));
  }

  /**
   * Users who see a depot, or all of the customer. Limited users and guests get an empty list;
   * others without administrator rights get names only.
   *
   * @throws HttpError 404 for a depot that is not visible
   */
  async colleagues(viewer: Viewer, depotId: number | undefined, page: Page) {
    const { count, rows } = await this.services.db.asViewer(viewer, async (trx) => {
      if (depotId !== undefined) await checkVisibleDepot(trx, viewer, depotId);
      if (viewer.isLimitedUser) return { count: 0, rows: [] };
      return colleaguesOf(trx, viewer.customerId, depotId ?? null, page);
    });
    const seesAll = isAdministrator(viewer) && viewer.depotScope === 'all';
    return { count, results: rows.map((row) => toColleague(row, seesAll)) };
  }

  /** Whether an account without a password cannot sign in, i.e. no other issuer authenticates it. */
  get #needsPassword(): boolean {
    return this.services.config.oidc === null;
  }

  async #write(trx: Transaction, viewer: Viewer, before: UserRow, checked: CheckedUser) {
    await updateUser(trx, before.id, checked.columns);
    await replaceAssignments(trx, before.id, checked);
    await refuseWithoutAdministrator(trx, before, 'permission', this.#needsPassword);
    await recordChange(trx, {
      customerId: checked.columns.customer_id,
      actor: await actorOf(trx, viewer),
      subject: subjectOf({ ...before, ...checked.columns }),
      action: 'changed',
      before: auditedUser(before),
      after: auditedForm(checked),
    });
  }

  async #find(trx: Transaction, viewer: Viewer, id: number): Promise<UserRow> {
    return orNotFound(await visibleUserById(trx, viewer, id));
  }

  /** A visible user whom the viewer may change: nobody may take over an account with more rights. */
  async #findBelow(trx: Transaction, viewer: Viewer, id: number): Promise<UserRow> {
    const found = await this.#find(trx, viewer, id);
    if (found.is_global_admin && !viewer.isGlobalAdmin) {
      throw forbidden('access.global_administrator');
    }
    return found;
  }

  /** A user that was just written, and may no longer be visible to the viewer. */
  async #justMade(trx: Transaction, id: number): Promise<UserRow> {
    const everywhere = { isGlobalAdmin: true, depotScope: 'all' } as Viewer;
    return orNotFound(await visibleUserById(trx, everywhere, id));
  }

  #taken(body: UserBody, ownId: number | null) {
    const { email } = body;
    const username = body.username === '' ? email : body.username;
    return this.services.db.asSystem((trx) => takenNames(trx, { username, email }, ownId));
  }

  async #json(rows: readonly UserRow[]) {
    const ids = rows.map(({ id }) => id);
    const having = await this.services.db.asSystem((trx) => withSecondFactor(trx, ids));
    return rows.map((row) => toManagedUser(row, having.has(row.id)));
  }

  async #one(row: UserRow) {
    return orNotFound((await this.#json([row]))[0]);
  }

  async #invite(id: number): Promise<void> {
    await invite(this.services, id).catch((error: unknown) =>
      this.services.log.error({ err: error }, 'an invitation could not be sent'),
    );
  }
}
