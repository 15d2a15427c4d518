import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { sessionOf, type Tokens } from '../../../../platform/auth/index.ts';
import { implement } from '../../../../platform/http/index.ts';
import type { AccountService } from './sign-in-account.service.ts';
import type { FactorPolicyService } from './sign-in-account-policy.service.ts';

/** Calls about the security, sessions and tokens of the user's own account. */
export function registerSecurityRoutes(
  app: FastifyInstance,
  service: AccountService,
  factorPolicy: FactorPolicyService,
  tokens: Tokens,
): void {
  const { account } = contract;
  implement(app, account.security, ({ viewer }) => service.security(viewer));
  implement(app, account.beginTotp, ({ viewer, body, request }) =>
    service.beginTotp(viewer, { ...body, ip: request.ip }),
  );
  implement(app, account.confirmTotp, ({ viewer, body }) => service.confirmTotp(viewer, body.code));
  implement(app, account.removeTotp, ({ viewer, body, request }) =>
    service.removeTotp(viewer, { ...body, ip: request.ip }),
  );
  implement(app, account.renewRecoveryCodes, ({ viewer, body, request }) =>
    service.renewRecoveryCodes(viewer, { ...body, ip: request.ip }),
  );
  implement(app, account.beginPasskey, ({ viewer, body, request }) =>
    service.beginPasskey(viewer, { ...body, ip: request.ip }),
  );
  implement(app, account.addPasskey, ({ viewer, body }) =>
    service.addPasskey(viewer, body.name, body.credential),
  );
  implement(app, account.removePasskey, ({ viewer, params, body, request }) =>
    service.removePasskey(viewer, params.id, { ...body, ip: request.ip }),
  );
  implement(app, account.sessions, async ({ viewer, request }) =>
    service.sessions(viewer, await sessionOf(request, tokens)),
  );
  implement(app, account.endSession, ({ viewer, params }) => service.endSession(viewer, params.id));
  implement(app, account.tokens, ({ viewer }) => service.tokens(viewer));
  implement(app, account.createToken, ({ viewer, body, request }) =>
    service.createToken(viewer, { ...body, ip: request.ip }),
  );
  implement(app, account.removeToken, ({ viewer, params }) =>
    service.removeToken(viewer, params.id),
  );
  implement(app, account.policy, ({ viewer }) => factorPolicy.policy(viewer));
  implement(app, account.changePolicy, ({ viewer, body }) =>
    factorPolicy.changePolicy(viewer, body.requires_second_factor),
  );
}
