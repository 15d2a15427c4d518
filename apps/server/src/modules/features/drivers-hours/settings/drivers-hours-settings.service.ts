import type { AnswerOf, contract } from '@roadworthy/contract';
import type { DriversHoursRules } from '../../../../engines/drivers-hours/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { badRequest } from '../../../../platform/errors.ts';
import { recordRow } from '../../../../platform/resource.ts';
import { driversWithActivities } from '../drivers-hours.repository.ts';
import { analyseAgain } from '../drivers-hours-analysis.ts';
import { keepRules, rulesOf } from './drivers-hours-settings.repository.ts';

type Settings = AnswerOf<typeof contract.driversHours.settings>;

function customerOf({ customerId }: Viewer): number {
  if (customerId === null) throw badRequest('drivers_hours.settings_need_customer');
  return customerId;
}

const toSettings = (rules: DriversHoursRules): Settings => ({
  regime: rules.regime,
  may_reduce_twice: rules.mayReduceTwice,
  reference_weeks: rules.referenceWeeks,
  night_hours: rules.nightHours,
  time_zone: rules.timeZone,
});

/** The rules by which the drivers of a customer are analysed. */
export class DriversHoursSettingsService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 400 if the viewer has no customer */
  read(viewer: Viewer): Promise<Settings> {
    const customerId = customerOf(viewer);
    return this.db.asViewer(viewer, async (trx) => toSettings(await rulesOf(trx, customerId)));
  }

  /**
   * Changes the rules and analyses every driver of the customer again.
   *
   * @throws HttpError 400 if the viewer has no customer
   */
  change(viewer: Viewer, settings: Settings): Promise<Settings> {
    const customerId = customerOf(viewer);
    const rules: DriversHoursRules = {
      regime: settings.regime,
      mayReduceTwice: settings.may_reduce_twice,
      referenceWeeks: settings.reference_weeks,
      nightHours: settings.night_hours,
      timeZone: settings.time_zone,
    };
    return this.db.asViewer(viewer, async (trx) => {
      const before = await rulesOf(trx, customerId);
      await keepRules(trx, customerId, rules);
      const described = (facts: object) => ({
        customerId,
        subject: { kind: 'hours_settings' as const, id: String(customerId), name: '' },
        facts,
      });
      await recordRow(trx, viewer, described, toSettings(before), settings);
      for (const driver of await driversWithActivities(trx, customerId)) {
        await analyseAgain(trx, driver, driver.firstMs);
      }
      return settings;
    });
  }
}
