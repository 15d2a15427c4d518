import { actorOf, recordChange } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { badRequest, forbidden, notFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { visibleDriver } from '../../core/fleet/index.ts';
import { endAccountSessions } from '../../core/sign-in/index.ts';
import { refuseWithoutAdministrator, visibleUserById } from '../../core/users/index.ts';
import {
  doneBy,
  driverWithAccount,
  eraseAudited,
  eraseDriver,
  eraseUser,
  ownRow,
  rowsAbout,
} from './privacy.repository.ts';

/** Export and erasure of the data about a driver (GDPR articles 15 and 17). */
export class PrivacyService {
  constructor(private readonly services: Pick<Services, 'config' | 'db' | 'bus'>) {}

  /**
   * All data stored about a driver, limited to what the administrator may see.
   *
   * @throws HttpError 404 for an invisible driver
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
              actions: await doneBy(trx, userId),
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
   * Erases the personal data of a driver and the driver's account. This cannot be undone.
   *
   * @param surname surname of the driver, as a confirmation
   * @throws HttpError 400 for a wrong surname, for the viewer and for the last administrator, 403 for a
   *   global administrator's account, 404 for an invisible driver
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
    const found = await driverWithAccount(trx, driverId);
    if (found === undefined) throw notFound();
    return found;
  }
}
