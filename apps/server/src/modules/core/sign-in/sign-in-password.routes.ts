import { contract } from '@roadworthy/contract';
import { isTimeZone } from '@roadworthy/domain/time';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ACCESS_AUDIENCE, sessionOf, type Tokens } from '../../../platform/auth/index.ts';
import {
  badRequest,
  forbidden,
  implement,
  locked,
  notFound,
} from '../../../platform/http/index.ts';
import type { Services } from '../../../platform/services.ts';
import { languageOf } from '../../../platform/texts.ts';
import { currentUser, LANGUAGES } from './current-user.ts';
import { createFirstAdministrator } from './first-administrator.ts';
import type { OwnIssuer } from './own-issuer.ts';
import { totpBox } from './second-factor/sign-in-second-factor-check.ts';
import { appRecords, updateUser, userById } from './sign-in.repository.ts';
import { signInWithCode, signInWithPassword } from './sign-in-accounts.ts';
import { changePassword, requestReset, setPasswordByToken } from './sign-in-password.service.ts';
import { ssoRecords } from './sso-records.ts';

/** @throws badRequest if the time zone does not exist or the language is not offered */
function checkPreferences(timeZone: string | null | undefined, language: string | undefined): void {
  if (typeof timeZone === 'string' && !isTimeZone(timeZone)) {
    throw badRequest('validation.invalid', {
      errors: { time_zone: ['validation.time_zone_unknown'] },
    });
  }
  if (language !== undefined && !LANGUAGES.some(({ reference }) => reference === language)) {
    throw badRequest('validation.invalid', {
      errors: { language: ['account.language_not_configured'] },
    });
  }
}

/** Calls about the caller's own account. */
export function registerAccountRoutes(
  app: FastifyInstance,
  services: Services,
  tokens: Tokens,
  own: Pick<OwnIssuer, 'beginForProgram'>,
): void {
  const { db } = services;
  const { signIn } = contract;
  const languageFor = (request: FastifyRequest) => languageOf(request.headers['accept-language']);
  const box = totpBox(services.config);
  const ownUser = (userId: number) => db.asSystem((trx) => currentUser(trx, userId));

  implement(app, signIn.currentUser, async ({ viewer }) => ({
    ...(await ownUser(viewer.userId)),
    ...(viewer.lacksSecondFactor ? { must_set_up_second_factor: true } : {}),
  }));
  implement(app, signIn.currentUserWithImage, ({ viewer }) => ownUser(viewer.userId));
  implement(app, signIn.currentCustomer, ({ viewer }) => ownUser(viewer.userId));
  implement(app, signIn.languages, async () => LANGUAGES.map((language) => ({ ...language })));

  implement(app, signIn.authenticate, async ({ body, request }) => {
    const { ip } = request;
    const login = body.username ?? body.email ?? '';
    const first = await signInWithPassword(services, { login, password: body.password, ip });
    const code = body.code ?? '';
    if (first.outcome === 'second-factor' && code === '') {
      const text = 'signIn.codeNeeded';
      throw badRequest(text, { non_field_errors: [text], errors: { code: [text] } });
    }
    const result =
      first.outcome === 'second-factor'
        ? await signInWithCode(services, box, { userId: first.userId, code, ip })
        : first;
    if (result.outcome === 'locked') {
      const text = 'signIn.locked';
      throw locked(text, { non_field_errors: [text] });
    }
    if (result.outcome !== 'signed-in') {
      const text = 'signIn.refused';
      throw badRequest(text, { non_field_errors: [text] });
    }
    const { user } = await ownUser(result.userId);
    const grantId = await own.beginForProgram(result.userId);
    return { token: await tokens.issue(result.userId, ACCESS_AUDIENCE, grantId), user };
  });

  implement(app, signIn.requestPasswordReset, async ({ body, request }) =>
    requestReset(services, body.email, languageFor(request)),
  );
  implement(app, signIn.resetPassword, ({ body, request }) =>
    setPasswordByToken(services, 'reset', body, languageFor(request)),
  );
  implement(app, signIn.setPassword, ({ body, request }) =>
    setPasswordByToken(services, 'set', body, languageFor(request)),
  );
  implement(app, signIn.changePassword, async ({ viewer, params, body, request }) => {
    const grantId = await sessionOf(request, tokens);
    const asker = { userId: viewer.userId, grantId, ip: request.ip };
    return changePassword(services, asker, params.id, body);
  });

  implement(app, signIn.changePreferences, async ({ viewer, params, body }) => {
    if (viewer.userId !== params.id) throw forbidden('account.own_preferences_only');
    checkPreferences(body.prefs.time_zone, body.language);
    // Absent fields stay unchanged.
    const given = Object.entries({ ...body.prefs, language: body.language }).filter(
      ([, v]) => v !== undefined,
    );
    if (given.length > 0) {
      await db.asSystem((trx) => updateUser(trx, viewer.userId, Object.fromEntries(given)));
      services.bus.publish('users.changed', { userId: viewer.userId });
    }
    return (await ownUser(viewer.userId)).user;
  });

  implement(app, signIn.userInfo, async ({ viewer }) => {
    const { user, records } = await db.asSystem(async (trx) => ({
      user: await userById(trx, viewer.userId),
      records: await appRecords(trx, viewer.userId),
    }));
    if (user === undefined) throw notFound();
    return {
      extra_vars: { permissions: ssoRecords(user, records) },
      sub: String(viewer.userId),
      email: user.email,
      first_name: user.first_name,
      last_name: user.last_name,
    };
  });

  implement(app, signIn.firstAdministrator, async ({ body }) => {
    await createFirstAdministrator(db, body);
    return { message: 'Success' };
  });
}
