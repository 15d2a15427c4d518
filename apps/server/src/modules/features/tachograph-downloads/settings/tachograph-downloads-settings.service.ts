import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { badRequest } from '../../../../platform/errors.ts';
import { recordRow } from '../../../../platform/resource.ts';
import {
  type DownloadSettings,
  downloadSettings,
  keepDownloadSettings,
} from './tachograph-downloads-settings.repository.ts';

function customerOf({ customerId }: Viewer): number {
  if (customerId === null) throw badRequest('tachograph.settings_need_customer');
  return customerId;
}

/** The days between downloads of a customer. */
export class DownloadSettingsService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 400 if the viewer has no customer */
  read(viewer: Viewer): Promise<DownloadSettings> {
    const customerId = customerOf(viewer);
    return this.db.asViewer(viewer, (trx) => downloadSettings(trx, customerId));
  }

  /** @throws HttpError 400 if the viewer has no customer */
  change(viewer: Viewer, settings: DownloadSettings): Promise<DownloadSettings> {
    const customerId = customerOf(viewer);
    return this.db.asViewer(viewer, async (trx) => {
      const before = await downloadSettings(trx, customerId);
      await keepDownloadSettings(trx, customerId, settings);
      const described = (facts: DownloadSettings) => ({
        customerId,
        subject: {
          kind: 'tachograph_download_settings' as const,
          id: String(customerId),
          name: '',
        },
        facts,
      });
      await recordRow(trx, viewer, described, before, settings);
      return settings;
    });
  }
}
