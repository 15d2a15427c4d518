import type { FastifyInstance } from 'fastify';
import type { Tokens } from '../../../platform/auth/index.ts';
import type { Services } from '../../../platform/services.ts';
import { removeEndedSessions } from './account/sign-in-account.repository.ts';
import { registerSecurityRoutes } from './account/sign-in-account.routes.ts';
import { AccountService } from './account/sign-in-account.service.ts';
import { FactorPolicyService } from './account/sign-in-account-policy.service.ts';
import { createForeignIssuer } from './foreign-issuer.ts';
import { registerForeignSignOn } from './foreign-sign-on.ts';
import { mountProvider } from './mount-provider.ts';
import { createOwnIssuer } from './own-issuer.ts';
import { resealTotp, totpBox } from './second-factor/sign-in-second-factor-check.ts';
import { removeExpired } from './sign-in.repository.ts';
import { removeOldAttempts } from './sign-in-attempts.repository.ts';
import { registerFormRoutes } from './sign-in-form.routes.ts';
import { registerAccountRoutes } from './sign-in-password.routes.ts';
import { createProvider } from './sign-in-provider.ts';
import { registerSessionRoutes } from './sign-in-session.routes.ts';

export { endAccountSessions } from './account-ends.ts';
export { userJson } from './current-user.ts';
export { needsFirstAdministrator, prepareSetupCode } from './first-administrator.ts';
export {
  confirmedWithCode,
  hasAuthenticator,
} from './second-factor/sign-in-second-factor-confirmation.ts';
export { resetSecondFactor } from './second-factor/sign-in-second-factor-reset.ts';
export { clearAllAttempts } from './sign-in-attempts.repository.ts';
export { type Confirmation, confirmedUser } from './sign-in-confirmation.ts';
export { invite } from './sign-in-password.service.ts';
export { hashPassword } from './sign-in-passwords.ts';
export { SCOPE as SIGN_ON_SCOPE } from './sign-in-provider.ts';

/** Registers the hourly removal of expired data; call it before the jobs start. */
export function registerSignInJobs({ db, jobs }: Pick<Services, 'db' | 'jobs'>): void {
  const remove = () =>
    db.asSystem(async (trx) => {
      await removeExpired(trx);
      await removeEndedSessions(trx);
      await removeOldAttempts(trx);
    });
  jobs.register('sign-on-expired', remove, '42 * * * *');
}

/** The sign-on and the calls about the user's own account (areas B and D). */
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
  registerSecurityRoutes(
    app,
    new AccountService(services),
    new FactorPolicyService(services),
    tokens,
  );
  await mountProvider(app, provider, services.config);
}
