import type { FastifyInstance } from 'fastify';
import type { Tokens } from '../../platform/auth/index.ts';
import type { Services } from '../../platform/services.ts';
import { removeEndedSessions } from './account/repository.ts';
import { registerSecurityRoutes } from './account/routes.ts';
import { AccountService } from './account/service.ts';
import { registerAccountRoutes } from './account-routes.ts';
import { createForeignIssuer } from './foreign-issuer.ts';
import { registerForeignSignOn } from './foreign-sign-on.ts';
import { registerFormRoutes } from './form-routes.ts';
import { mountProvider } from './mount-provider.ts';
import { createOwnIssuer } from './own-issuer.ts';
import { createProvider } from './provider.ts';
import { removeExpired } from './repository.ts';
import { resealTotp, totpBox } from './second-factor/check.ts';
import { registerSessionRoutes } from './session-routes.ts';
import { removeOldTries } from './tries-repository.ts';

export { endAccountSessions } from './account-ends.ts';
export { type Confirmation, confirmedUser } from './confirmation.ts';
export { userJson } from './current-user.ts';
export { needsFirstAdministrator, prepareSetupCode } from './first-administrator.ts';
export { invite } from './password-service.ts';
export { hashPassword } from './passwords.ts';
export { SCOPE as SIGN_ON_SCOPE } from './provider.ts';
export { resetSecondFactor } from './second-factor/reset.ts';
export { clearAllTries } from './tries-repository.ts';

/** Removes once an hour what has expired; to be called before the jobs start. */
export function registerSignInJobs({ db, jobs }: Pick<Services, 'db' | 'jobs'>): void {
  const remove = () =>
    db.asSystem(async (trx) => {
      await removeExpired(trx);
      await removeEndedSessions(trx);
      await removeOldTries(trx);
    });
  jobs.register('sign-on-expired', remove, '42 * * * *');
}

/** The sign-on and the calls about the own account (areas B and D). */
export async function registerSignIn(
  app: FastifyInstance,
  services: Services,
  tokens: Tokens,
): Promise<void> {
  const unreadable = await services.db.asSystem((trx) => resealTotp(trx, totpBox(services.config)));
  if (unreadable > 0) {
    services.log.error(
      { unreadable },
      'authenticator apps were sealed with another SESSION_SECRET: name it in SESSION_SECRET_PREVIOUS',
    );
  }
  const provider = createProvider(services, tokens);
  const foreign = createForeignIssuer(services);
  if (foreign === null) await registerFormRoutes(app, services, provider);
  else registerForeignSignOn(app, services, foreign);
  const own = createOwnIssuer(app, services, provider);
  registerSessionRoutes(app, services, tokens, provider, { own, foreign });
  registerAccountRoutes(app, services, tokens, own);
  registerSecurityRoutes(app, new AccountService(services), tokens);
  await mountProvider(app, provider, services.config);
}
