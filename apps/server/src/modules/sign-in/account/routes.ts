import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { sessionOf, type Tokens } from '../../../platform/auth/index.ts';
import { implement } from '../../../platform/http/index.ts';
import type { AccountService } from './service.ts';

/** Calls about how the own account is protected, and where it is used. */
export function registerSecurityRoutes(
  app: FastifyInstance,
  service: AccountService,
  tokens: Tokens,
): void {
  const { account } = contract;
  implement(app, account.security, ({ viewer }) => service.security(viewer));
  implement(app, account.beginTotp, ({ viewer, body }) => service.beginTotp(viewer, body.password));
  implement(app, account.confirmTotp, ({ viewer, body }) => service.confirmTotp(viewer, body.code));
  implement(app, account.removeTotp, async ({ viewer, body }) => {
    await service.removeTotp(viewer, body.password);
    return undefined;
  });
  implement(app, account.renewRecoveryCodes, ({ viewer, body }) =>
    service.renewRecoveryCodes(viewer, body.password),
  );
  implement(app, account.beginPasskey, ({ viewer, body }) =>
    service.beginPasskey(viewer, body.password),
  );
  implement(app, account.addPasskey, ({ viewer, body }) =>
    service.addPasskey(viewer, body.name, body.credential),
  );
  implement(app, account.removePasskey, async ({ viewer, params }) => {
    await service.removePasskey(viewer, params.id);
    return undefined;
  });
  implement(app, account.sessions, async ({ viewer, request }) =>
    service.sessions(viewer, await sessionOf(request, tokens)),
  );
  implement(app, account.endSession, async ({ viewer, params }) => {
    await service.endSession(viewer, params.id);
    return undefined;
  });
  implement(app, account.tokens, ({ viewer }) => service.tokens(viewer));
  implement(app, account.createToken, ({ viewer, body }) => service.createToken(viewer, body));
  implement(app, account.removeToken, async ({ viewer, params }) => {
    await service.removeToken(viewer, params.id);
    return undefined;
  });
  implement(app, account.policy, ({ viewer }) => service.policy(viewer));
  implement(app, account.changePolicy, async ({ viewer, body }) => {
    await service.changePolicy(viewer, body.requires_second_factor);
    return undefined;
  });
}
