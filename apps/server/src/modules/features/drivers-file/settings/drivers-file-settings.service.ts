import type { DriversFileSettings } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { badRequest } from '../../../../platform/errors.ts';
import { recordRow } from '../../../../platform/resource.ts';
import {
  driversFileSettings,
  keepDriversFileSettings,
} from './drivers-file-settings.repository.ts';

function customerOf({ customerId }: Viewer): number {
  if (customerId === null) throw badRequest('driver_file.settings_need_customer');
  return customerId;
}

/** Intervals of entitlement checks and the days of the warning of a customer. */
export class DriversFileSettingsService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 400 if the viewer has no customer */
  read(viewer: Viewer): Promise<DriversFileSettings> {
    const customerId = customerOf(viewer);
    return this.db.asViewer(viewer, (trx) => driversFileSettings(trx, customerId));
  }

  /** @throws HttpError 400 if the viewer has no customer */
  change(viewer: Viewer, settings: DriversFileSettings): Promise<DriversFileSettings> {
    const customerId = customerOf(viewer);
    const subject = { kind: 'driver_file_settings', id: String(customerId), name: '' } as const;
    return this.db.asViewer(viewer, async (trx) => {
      const before = await driversFileSettings(trx, customerId);
      await keepDriversFileSettings(trx, customerId, settings);
      const described = (facts: DriversFileSettings) => ({ customerId, subject, facts });
      await recordRow(trx, viewer, described, before, settings);
      return settings;
    });
  }
}
