import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { badRequest } from '../../../platform/http/index.ts';
import type { Services } from '../../../platform/services.ts';
import type { ForeignIssuer } from './foreign-issuer.ts';
import { ownAddress, redirectAddress } from './own-address.ts';

const wish = z.object({
  redirect_uri: z.string().max(2048),
  state: z.string().min(1).max(512),
  code_challenge: z.string().length(43),
  code_challenge_method: z.literal('S256'),
  ui_locales: z.string().max(64).optional(),
});

/**
 * RP-01 with an external issuer: the web app calls the same routes and is redirected, so that one
 * build supports both kinds of sign-on.
 */
export function registerForeignSignOn(
  app: FastifyInstance,
  { config }: Pick<Services, 'config'>,
  foreign: ForeignIssuer,
): void {
  app.get('/auth/oauth2/authorize', async (request, reply) => {
    const asked = wish.safeParse(request.query);
    const own = redirectAddress(ownAddress(config, request));
    if (!asked.success || asked.data.redirect_uri !== own) {
      throw badRequest('sign_in.not_ours');
    }
    const { redirect_uri, state, code_challenge, ui_locales } = asked.data;
    const address = await foreign.signOnAddress({
      redirectUri: redirect_uri,
      state,
      codeChallenge: code_challenge,
      uiLocales: ui_locales,
    });
    return reply.redirect(address);
  });
}
