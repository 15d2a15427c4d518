import type { FastifyInstance } from 'fastify';
import type { Tokens } from '../../platform/auth/index.ts';
import type { Services } from '../../platform/services.ts';
import { registerAccountRoutes } from './account-routes.ts';
import { registerFormRoutes } from './form-routes.ts';
import { mountProvider } from './mount-provider.ts';
import { createProvider } from './provider.ts';
import { registerSessionRoutes } from './session-routes.ts';

export { needsFirstAdministrator, prepareSetupCode } from './first-administrator.ts';
export { invite } from './password-service.ts';
export { hashPassword } from './passwords.ts';
export { SCOPE as SIGN_ON_SCOPE } from './provider.ts';

/** The sign-on and the calls about the own account (areas B and D). */
export async function registerSignIn(
  app: FastifyInstance,
  services: Services,
  tokens: Tokens,
): Promise<void> {
  const provider = createProvider(services, tokens);
  await registerFormRoutes(app, services, provider);
  registerSessionRoutes(app, services, tokens, provider);
  registerAccountRoutes(app, services, tokens);
  await mountProvider(app, provider);
}
