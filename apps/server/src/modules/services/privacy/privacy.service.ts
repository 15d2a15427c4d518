import { actorOf, recordChange } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { badRequest, forbidden, notFound, orNotFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { visibleDriver } from '../../core/fleet/index.ts';
import { endAccountSessions } from '../../core/sign-in/index.ts';
import { refuseWithoutAdministrator, visibleUserById } from '../../core/users/index.ts';
import {
  actionsBy,
  driverWithAccount,
  eraseAudited,
  eraseDriver,
  eraseUser,
  ownRow,
  rowsAbout,
} from './privacy.repository.ts';
import { eraseDriverFile } from './privacy-documents.repository.ts';
import { eraseHandovers } from './privacy-handovers.repository.ts';
import { eraseExpiredNames, eraseRecordedNames } from './privacy-names.repository.ts';

/** Exports and erases the personal data of drivers. */
export class PrivacyService {
  constructor(private readonly services: Pick<Services, 'config' | 'db' | 'bus'>) {}

  /**
   * Exports all data about a driver that the administrator can see.
   *
   * @throws HttpError 404 if the driver is not visible
   */
  async exportDriver(viewer: Viewer, driverId: number) {
    const { db } = this.services;
    const content = await db.asViewer(viewer, async (trx) => {
      const driver = await this.#driver(trx, viewer, driverId);
      const userId = driver.user_id;
      const account =
        userId === null
          ? null
          : {
              account: await ownRow(trx, 'users', userId),
              records: await rowsAbout(trx, 'users', userId),
              actions: await actionsBy(trx, userId),
            };
      const found = {
        exported_at: new Date().toISOString(),
        driver: await ownRow(trx, 'drivers', driverId),
        records: await rowsAbout(trx, 'drivers', driverId),
        account,
      };
      await recordChange(trx, {
        customerId: driver.customer_id,
        actor: await actorOf(trx, viewer),
        subject: {
          kind: 'driver',
          id: String(driverId),
          name: `${driver.first_name} ${driver.surname}`,
        },
        action: 'exported',
        before: null,
        after: null,
      });
      return found;
    });
    return {
      name: `driver-${driverId}_personal-data.json`,
      type: 'application/json; charset=utf-8',
      bytes: Buffer.from(JSON.stringify(content, null, 2)),
    };
  }

  /**
   * Erases a driver's identity and account irreversibly.
   *
   * @param surname the driver's surname, as a safeguard against erasing another driver
   * @throws HttpError 400 for a different surname, for the viewer's own account and for the last
   *   administrator, 403 for a global administrator's account, 404 if the driver is not visible
   */
  async eraseDriver(viewer: Viewer, driverId: number, surname: string): Promise<void> {
    const { db } = this.services;
    const { driver, account } = await db.asViewer(viewer, async (trx) => {
      const found = await this.#driver(trx, viewer, driverId);
      const user =
        found.user_id === null ? undefined : await visibleUserById(trx, viewer, found.user_id);
      if (found.user_id !== null && user === undefined) throw notFound();
      return { driver: found, account: user };
    });
    if (driver.surname.toLowerCase() !== surname.toLowerCase()) {
      throw badRequest('validation.invalid', {
        errors: { surname: ['driver.surname_wrong'] },
      });
    }
    if (account?.id === viewer.userId) throw badRequest('user.cannot_erase_self');
    if (account?.is_global_admin === true && !viewer.isGlobalAdmin) {
      throw forbidden('access.global_administrator');
    }
    const userId = account?.id ?? null;
    await db.asSystem(async (trx) => {
      await eraseDriver(trx, driverId);
      await eraseDriverFile(trx, driverId);
      await eraseHandovers(trx, driverId);
      await eraseRecordedNames(trx, driverId, userId);
      await eraseExpiredNames(trx, Date.now());
      if (account !== undefined) {
        await eraseUser(trx, account.id);
        const needsPassword = this.services.config.oidc === null;
        await refuseWithoutAdministrator(trx, account, 'surname', needsPassword);
      }
      await eraseAudited(trx, driver.customer_id, driverId, userId);
      await recordChange(trx, {
        customerId: driver.customer_id,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'driver', id: String(driverId), name: '' },
        action: 'erased',
        before: null,
        after: null,
      });
    });
    if (userId !== null) await endAccountSessions(this.services, userId);
  }

  async #driver(trx: Transaction, viewer: Viewer, driverId: number) {
    await visibleDriver(trx, viewer, driverId);
    return orNotFound(await driverWithAccount(trx, driverId));
  }
}
