import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import { enqueueMail } from '../../../../platform/deliveries/index.ts';
import { conflict } from '../../../../platform/errors.ts';
import { htmlOfText, type Mail } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf, type Wording } from '../../../../platform/texts.ts';
import { endAccountSessions } from '../account-ends.ts';
import { passkeysOf, removeFactors, totpOf } from './sign-in-second-factor.repository.ts';

/** The user whose second factor is removed. */
export interface FactorOwner {
  readonly id: number;
  readonly customer_id: number | null;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly language: string;
}

function letterOf(
  owner: FactorOwner,
  administrator: string,
  publicUrl: string,
  wording: Wording,
): Mail {
  const text = textOf(wording, 'mail.factorReset.body', {
    name: owner.first_name,
    administrator,
    link: `${publicUrl}/login`,
  });
  const subject = textOf(wording, 'mail.factorReset.subject');
  return { to: owner.email, subject, text, html: htmlOfText(text) };
}

/**
 * Removes the authenticator app, passkeys and recovery codes of a person who lost them, ends the
 * person's sessions and notifies the person by email. The caller has checked that the viewer may.
 *
 * @throws HttpError 409 if the person has no second factor
 */
export async function resetSecondFactor(
  services: Pick<Services, 'config' | 'db' | 'bus' | 'log'>,
  viewer: Viewer,
  owner: FactorOwner,
): Promise<void> {
  const { config, db, log } = services;
  await db.asSystem(async (trx) => {
    const hasApp = (await totpOf(trx, owner.id))?.confirmed_at != null;
    const passkeys = (await passkeysOf(trx, owner.id)).length;
    if (!hasApp && passkeys === 0) throw conflict('user.no_second_factor');
    await removeFactors(trx, owner.id);
    const actor = await actorOf(trx, viewer);
    const wording = await wordingOf(trx, owner.customer_id, owner.language);
    await recordChange(trx, {
      customerId: owner.customer_id,
      actor,
      subject: {
        kind: 'user',
        id: String(owner.id),
        name: `${owner.first_name} ${owner.last_name}`,
      },
      action: 'changed',
      before: { authenticator_app: hasApp, passkeys },
      after: { authenticator_app: false, passkeys: 0 },
    });
    const mail = letterOf(owner, actor.name, config.publicUrl, wording);
    await enqueueMail(trx, null, mail, { queue: 'security' });
  });
  await endAccountSessions(services, owner.id);
  log.info({ userId: viewer.userId, ownerId: owner.id }, 'second factor of a user reset');
}
