import { createHmac, timingSafeEqual } from 'node:crypto';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { z } from 'zod';
import { derivedSecret } from '../../platform/auth/index.ts';
import { errorAnswer } from '../../platform/http/index.ts';
import type { Services } from '../../platform/services.ts';
import { type LanguageReference, languageOf } from '../../platform/texts.ts';
import { signInWithPassword } from './accounts.ts';
import { expiredPage, type FormState, formPage, noticePage, PAGE_POLICY } from './form-page.ts';
import { FORM_STYLE } from './form-style.ts';
import { formPath } from './provider.ts';

/** Of one address: a depot where everybody signs in at six may stand behind one. */
const TRIES_PER_MINUTE = 120;

const submitted = z.object({
  csrf: z.string().max(200).default(''),
  username: z.string().max(254).default(''),
  password: z.string().max(1024).default(''),
});

const STATUS = { refused: 400, locked: 423 } as const;

function send(reply: FastifyReply, status: number, html: string) {
  return reply
    .status(status)
    .header('Content-Security-Policy', PAGE_POLICY)
    .header('Cache-Control', 'no-store')
    .header('X-Frame-Options', 'DENY')
    .type('text/html; charset=utf-8')
    .send(html);
}

/** The language chosen on the login page, otherwise the browser's. */
function formLanguage(request: FastifyRequest, asked: unknown): LanguageReference {
  if (typeof asked === 'string') return languageOf(asked);
  return languageOf(request.headers['accept-language']);
}

/**
 * The form of the sign-on: shown at the address the provider sends the browser to, and answered
 * there. Works without script. A token bound to the sign-on keeps foreign pages from posting it.
 */
export async function registerFormRoutes(
  app: FastifyInstance,
  { config, db, log }: Services,
  provider: Provider,
): Promise<void> {
  const key = derivedSecret(config.sessionSecret, 'sign-on form');
  const csrfOf = (uid: string) => createHmac('sha256', key).update(uid).digest('base64url');
  const isOurs = (uid: string, token: string) => {
    const wanted = Buffer.from(csrfOf(uid));
    const given = Buffer.from(token);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
  const details = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return await provider.interactionDetails(request.raw, reply.raw);
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    }
  };

  app.get('/auth/sign-on.css', (_request, reply) =>
    reply.type('text/css').header('Cache-Control', 'public, max-age=3600').send(FORM_STYLE),
  );

  await app.register(async (scope) => {
    await scope.register(formbody);
    scope.setErrorHandler((error, request, reply) => {
      const { status } = errorAnswer(error, request.id);
      if (status >= 500) log.error({ err: error }, 'the sign-on form failed');
      const notice = status === 429 ? 'signIn.tooMany' : 'signIn.failed';
      return send(reply, status, noticePage(formLanguage(request, null), notice));
    });
    const url = formPath(':uid');

    scope.get(url, async (request, reply) => {
      const interaction = await details(request, reply);
      const language = formLanguage(request, interaction?.params.ui_locales);
      if (interaction === null) return send(reply, 400, expiredPage(language));
      const csrf = csrfOf(interaction.uid);
      return send(reply, 200, formPage({ language, csrf, login: '', fault: null }));
    });

    scope.post(
      url,
      {
        bodyLimit: 16 * 1024,
        config: {
          rateLimit: {
            max: TRIES_PER_MINUTE,
            timeWindow: '1 minute',
          },
        },
      },
      async (request, reply) => {
        const interaction = await details(request, reply);
        const language = formLanguage(request, interaction?.params.ui_locales);
        const form = submitted.safeParse(request.body);
        if (interaction === null || !form.success || !isOurs(interaction.uid, form.data.csrf)) {
          return send(reply, 400, expiredPage(language));
        }
        const { username, password } = form.data;
        const result = await signInWithPassword(db, username, password);
        if (result.outcome === 'signed-in') {
          log.info({ userId: result.userId }, 'signed in');
          const login = { accountId: String(result.userId), remember: true };
          const next = await provider.interactionResult(request.raw, reply.raw, { login });
          return reply.redirect(next, 303);
        }
        const fault = result.outcome;
        const csrf = csrfOf(interaction.uid);
        const state: FormState = { language, csrf, login: username, fault };
        return send(reply, STATUS[fault], formPage(state));
      },
    );
  });
}
