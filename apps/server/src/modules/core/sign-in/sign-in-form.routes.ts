import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { z } from 'zod';
import { errorAnswer } from '../../../platform/http/index.ts';
import type { Services } from '../../../platform/services.ts';
import { type LanguageReference, languageOf } from '../../../platform/texts.ts';
import {
  codePage,
  expiredPage,
  type FormState,
  formPage,
  formPolicy,
  noticePage,
} from './form-page.ts';
import { FORM_SCRIPT } from './form-script.ts';
import { FormSignatures } from './form-signatures.ts';
import { FORM_STYLE } from './form-style.ts';
import { totpBox } from './second-factor/sign-in-second-factor-check.ts';
import { Passkeys } from './second-factor/sign-in-second-factor-passkeys.ts';
import { signInWithCode, signInWithPasskey, signInWithPassword } from './sign-in-accounts.ts';
import { formPath } from './sign-in-provider.ts';

/** Per address: a whole depot that signs in at six o'clock may share one. */
const ATTEMPTS_PER_MINUTE = 120;

const submitted = z.object({
  csrf: z.string().max(200).default(''),
  username: z.string().max(254).default(''),
  password: z.string().max(1024).default(''),
  /** Proof from the previous page that the password was right. */
  pass: z.string().max(200).default(''),
  code: z.string().max(64).default(''),
  /** JSON of a passkey's response. */
  passkey: z.string().max(8192).default(''),
});
type Submitted = z.output<typeof submitted>;

const STATUS = { refused: 400, locked: 423 } as const;

function sendPage(reply: FastifyReply, status: number, policy: string, html: string) {
  return reply
    .status(status)
    .header('Content-Security-Policy', policy)
    .header('Cache-Control', 'no-store')
    .header('X-Frame-Options', 'DENY')
    .type('text/html; charset=utf-8')
    .send(html);
}

/** The language chosen here or on the login page, otherwise the browser's. */
function formLanguage(request: FastifyRequest, asked: unknown): LanguageReference {
  const { language } = request.query as { readonly language?: unknown };
  if (typeof language === 'string') return languageOf(language);
  if (typeof asked === 'string') return languageOf(asked);
  return languageOf(request.headers['accept-language']);
}

/** The sign-on that the browser has begun; null if it has expired. */
async function interactionOf(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  try {
    return await provider.interactionDetails(request.raw, reply.raw);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}

/** The style sheet and the script of the form. */
function registerFiles(app: FastifyInstance): void {
  app.get('/auth/sign-on.css', (_request, reply) =>
    reply.type('text/css').header('Cache-Control', 'public, max-age=3600').send(FORM_STYLE),
  );

  app.get('/auth/sign-on.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('Cache-Control', 'public, max-age=3600')
      .send(FORM_SCRIPT),
  );
}

/**
 * The form of the sign-on, shown at the URL to which the provider redirects the browser. It is posted
 * there too and works without script. A token bound to the sign-on prevents posts from foreign pages.
 */
export async function registerFormRoutes(
  app: FastifyInstance,
  services: Services,
  provider: Provider,
): Promise<void> {
  const { config, db, log } = services;
  const signatures = new FormSignatures(config.sessionSecret);
  const box = totpBox(config);
  const passkeys = new Passkeys(config);
  const stateOf = (uid: string, language: LanguageReference) => ({
    language,
    csrf: signatures.sign(uid),
    passkey: { challenge: passkeys.challengeOfSignOn(uid), rpId: passkeys.rpId },
  });
  /** Checks a submitted form: a passkey's response, a code after the password, or the password. */
  const signIn = async (uid: string, form: Submitted, ip: string) => {
    if (form.passkey !== '') {
      const answered = await db.asSystem((trx) => passkeys.signedOn(trx, uid, form.passkey));
      return signInWithPasskey(services, { ...answered, ip });
    }
    const userId = form.pass === '' ? null : signatures.passed(uid, form.pass);
    if (userId !== null) return signInWithCode(services, box, { userId, code: form.code, ip });
    return signInWithPassword(services, { login: form.username, password: form.password, ip });
  };
  const policy = formPolicy(config.webOrigins);
  const send = (reply: FastifyReply, status: number, html: string) =>
    sendPage(reply, status, policy, html);
  registerFiles(app);

  await app.register(async (scope) => {
    await scope.register(formbody);
    scope.setErrorHandler((error, request, reply) => {
      const { status } = errorAnswer(error, request.id, 'en');
      if (status >= 500) log.error({ err: error }, 'the sign-on form failed');
      const notice = status === 429 ? 'signIn.tooMany' : 'signIn.failed';
      return send(reply, status, noticePage(formLanguage(request, null), notice));
    });
    const url = formPath(':uid');

    scope.get(url, async (request, reply) => {
      const interaction = await interactionOf(provider, request, reply);
      const language = formLanguage(request, interaction?.params.ui_locales);
      if (interaction === null) return send(reply, 400, expiredPage(language));
      const state = stateOf(interaction.uid, language);
      return send(reply, 200, formPage({ ...state, login: '', fault: null }));
    });

    scope.post(
      url,
      {
        bodyLimit: 16 * 1024,
        config: {
          rateLimit: {
            max: ATTEMPTS_PER_MINUTE,
            timeWindow: '1 minute',
          },
        },
      },
      async (request, reply) => {
        const interaction = await interactionOf(provider, request, reply);
        const language = formLanguage(request, interaction?.params.ui_locales);
        const form = submitted.safeParse(request.body);
        if (
          interaction === null ||
          !form.success ||
          !signatures.isSigned(interaction.uid, form.data.csrf)
        ) {
          return send(reply, 400, expiredPage(language));
        }
        const { uid } = interaction;
        const result = await signIn(uid, form.data, request.ip);
        if (result.outcome === 'signed-in') {
          log.info({ userId: result.userId }, 'signed in');
          const login = { accountId: String(result.userId), remember: true };
          const next = await provider.interactionResult(request.raw, reply.raw, { login });
          return reply.redirect(next, 303);
        }
        const state = { ...stateOf(uid, language), login: form.data.username };
        if (result.outcome === 'second-factor') {
          const pass = signatures.passFor(uid, result.userId);
          return send(reply, 200, codePage({ ...state, pass, fault: null }));
        }
        // After a wrong code, the form keeps the proof of the right password until it expires.
        const isCode =
          result.outcome === 'refused' && signatures.passed(uid, form.data.pass) !== null;
        if (isCode) {
          const again: FormState = { ...state, fault: 'codeWrong' };
          return send(reply, STATUS.refused, codePage({ ...again, pass: form.data.pass }));
        }
        return send(reply, STATUS[result.outcome], formPage({ ...state, fault: result.outcome }));
      },
    );
  });
}
