import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { actorOf, recordChange } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { trackerWithSettings, writeSettings } from './device-commands-devices.repository.ts';

type Calls = typeof contract.deviceCommands;

/** Settings of a tracker without which some commands cannot be built. */
export class DeviceCommandSettingsService {
  constructor(private readonly services: Pick<Services, 'db'>) {}

  /** @throws HttpError 404 for a tracker that the viewer cannot see */
  async settings(viewer: Viewer, trackerId: number): Promise<AnswerOf<Calls['settings']>> {
    const row = await this.services.db.asViewer(viewer, (trx) =>
      trackerWithSettings(trx, viewer, trackerId),
    );
    const found = orNotFound(row);
    return {
      has_password: found.password !== null,
      immobiliser_output: found.immobiliser_output,
      immobiliser_cuts_when_on: found.immobiliser_cuts_when_on ?? true,
    };
  }

  /** @throws HttpError 404 for a tracker that the viewer cannot see */
  async changeSettings(
    viewer: Viewer,
    trackerId: number,
    body: BodyOf<Calls['changeSettings']>,
  ): Promise<AnswerOf<Calls['changeSettings']>> {
    await this.services.db.asViewer(viewer, async (trx) => {
      const found = orNotFound(await trackerWithSettings(trx, viewer, trackerId));
      const password = body.password === undefined ? found.password : body.password;
      await writeSettings(trx, found, {
        password,
        immobiliserOutput: body.immobiliser_output,
        cutsWhenOn: body.immobiliser_cuts_when_on,
      });
      const facts = (output: number | null, cutsWhenOn: boolean, hasPassword: boolean) => ({
        immobiliser_output: output,
        immobiliser_cuts_when_on: cutsWhenOn,
        has_password: hasPassword,
      });
      await recordChange(trx, {
        customerId: found.customer_id,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'tracker', id: String(found.id), name: found.number },
        action: 'changed',
        before: facts(
          found.immobiliser_output,
          found.immobiliser_cuts_when_on ?? true,
          found.password !== null,
        ),
        after: facts(body.immobiliser_output, body.immobiliser_cuts_when_on, password !== null),
      });
    });
    return this.settings(viewer, trackerId);
  }
}
