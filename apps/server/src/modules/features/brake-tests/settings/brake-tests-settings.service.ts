import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { wrongField } from '../../../../platform/errors.ts';
import { recordRow } from '../../../../platform/resource.ts';
import { keepSettings, settingsOf } from './brake-tests-settings.repository.ts';

type Calls = typeof contract.brakeTests;
type Settings = AnswerOf<Calls['settings']>;

/** Limits of brake tests and longest inspection intervals: of a customer, or of the installation. */
export class BrakeSettingsService {
  constructor(private readonly db: Database) {}

  read(viewer: Viewer): Promise<Settings> {
    return this.db.asViewer(viewer, async (trx) => {
      const { limits, useWeeks } = await settingsOf(trx, viewer.customerId);
      return { limits, use_weeks: useWeeks };
    });
  }

  /** @throws HttpError 400 if the reduced load is above the load of a laden test */
  change(viewer: Viewer, settings: BodyOf<Calls['changeSettings']>): Promise<Settings> {
    if (settings.limits.load_least > settings.limits.load) {
      throw wrongField('load_least', 'brake_test.load_above');
    }
    const { customerId } = viewer;
    return this.db.asViewer(viewer, async (trx) => {
      const { limits, useWeeks } = await settingsOf(trx, customerId);
      await keepSettings(trx, customerId, {
        limits: settings.limits,
        useWeeks: settings.use_weeks,
      });
      const described = (facts: object) => ({
        customerId,
        subject: { kind: 'record_limits' as const, id: String(customerId ?? 0), name: '' },
        facts,
      });
      await recordRow(trx, viewer, described, { limits, use_weeks: useWeeks }, settings);
      return settings;
    });
  }
}
