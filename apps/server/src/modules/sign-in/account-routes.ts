import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { ACCESS_AUDIENCE, type Tokens } from '../../platform/auth/index.ts';
import { badRequest, forbidden, implement, locked } from '../../platform/http/index.ts';
import type { Services } from '../../platform/services.ts';
import { signInWithPassword } from './accounts.ts';
import { currentUser, LANGUAGES } from './current-user.ts';
import { createFirstAdministrator } from './first-administrator.ts';
import { changePassword, requestReset, setPasswordByToken } from './password-service.ts';
import { updateUser, userById, userDetails } from './repository.ts';
import { textOf } from './texts.ts';

/** Named flags of a single-sign-on record (requirements U-33 to U-40). */
const FLAGS = {
  IsCustomerAdmin: 'customer_admin',
  IsEngineer: 'engineer',
  IsGlobalAdmin: 'global_admin',
  IsManager: 'manager',
  IsReadonly: 'readonly',
  IsRepairer: 'repairer',
  IsServerUser: 'server_user',
  IsUserVehicleAdmin: 'user_vehicle_admin',
} as const;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Calls about the account of whoever asks. */
export function registerAccountRoutes(
  app: FastifyInstance,
  services: Services,
  tokens: Tokens,
): void {
  const { db } = services;
  const { signIn } = contract;
  const own = (userId: number) => db.asSystem((trx) => currentUser(trx, userId));

  implement(app, signIn.currentUser, ({ viewer }) => own(viewer.userId));
  implement(app, signIn.currentUserWithImage, ({ viewer }) => own(viewer.userId));
  implement(app, signIn.currentCustomer, ({ viewer }) => own(viewer.userId));
  implement(app, signIn.languages, async () => LANGUAGES.map((language) => ({ ...language })));

  implement(app, signIn.authenticate, async ({ body }) => {
    const result = await signInWithPassword(db, body.username ?? body.email ?? '', body.password);
    if (result.outcome === 'locked') {
      const text = textOf('en', 'signIn.locked');
      throw locked(text, { non_field_errors: [text] });
    }
    if (result.outcome === 'refused') {
      const text = textOf('en', 'signIn.refused');
      throw badRequest(text, { non_field_errors: [text] });
    }
    const { user } = await own(result.userId);
    return { token: await tokens.issue(result.userId, ACCESS_AUDIENCE), user };
  });

  implement(app, signIn.requestPasswordReset, async ({ body }) =>
    requestReset(services, body.email),
  );
  implement(app, signIn.resetPassword, ({ body }) =>
    setPasswordByToken(services, 'reset', body.token, body.password),
  );
  implement(app, signIn.setPassword, ({ body }) =>
    setPasswordByToken(services, 'set', body.token, body.password),
  );
  implement(app, signIn.changePassword, ({ viewer, params, body }) =>
    changePassword(services, viewer.userId, params.id, body),
  );

  implement(app, signIn.changePreferences, async ({ viewer, params, body }) => {
    if (viewer.userId !== params.id) throw forbidden('Only the own preferences can be changed.');
    const { time_zone, date_format, time_format, units_distance, theme } = body.prefs;
    if (time_zone !== null && !isTimeZone(time_zone)) {
      const errors = { time_zone: ['This time zone is not known'] };
      throw badRequest('Field(s) are invalid', { errors });
    }
    const language = body.language;
    if (language !== undefined && !LANGUAGES.some(({ reference }) => reference === language)) {
      const errors = { language: ['This language is not configured'] };
      throw badRequest('Field(s) are invalid', { errors });
    }
    await db.asSystem((trx) =>
      updateUser(trx, viewer.userId, {
        time_zone,
        date_format,
        time_format,
        units_distance,
        theme,
        ...(language === undefined ? {} : { language }),
      }),
    );
    services.bus.publish('users.changed', { userId: viewer.userId });
    return (await own(viewer.userId)).user;
  });

  implement(app, signIn.userInfo, async ({ viewer }) => {
    const { user, records } = await db.asSystem(async (trx) => {
      const found = await userById(trx, viewer.userId);
      const details = await userDetails(trx, viewer.userId, viewer.customerId);
      return { user: found, records: details.records };
    });
    const permissions = records.map((record) => ({
      ExternalAppId: record.app_id,
      ExternalAppName: record.app_name,
      ExternalAppReference: record.app_reference,
      Id: record.id,
      Level: record.level,
      PermissionName: record.permission_name,
      ...(Object.fromEntries(
        Object.entries(FLAGS).map(([name, flag]) => [name, record.flags.includes(flag)]),
      ) as Record<keyof typeof FLAGS, boolean>),
    }));
    return {
      extra_vars: { permissions },
      sub: String(viewer.userId),
      email: user?.email ?? '',
      first_name: user?.first_name ?? '',
      last_name: user?.last_name ?? '',
    };
  });

  implement(app, signIn.firstAdministrator, async ({ body }) => {
    await createFirstAdministrator(db, body);
    return { message: 'Success' };
  });
}
