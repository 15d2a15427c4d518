import type { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import { count, optional, optionalUrl, text, url } from './fields.ts';

const LIMITS = { per_second: [5, 1, 100], per_day: [10_000, 1, 500_000] } as const;
const perSecond = () => count(...LIMITS.per_second);
const perDay = () => count(...LIMITS.per_day);

/** Settings of official services, see docs/official-data.md. Nothing is sent without them. */
export const officialSettings = {
  DVLA_VEHICLE_URL: url.default('https://driver-vehicle-licensing.api.gov.uk'),
  DVLA_VEHICLE_KEY: optional,
  DVLA_VEHICLE_PER_SECOND: perSecond(),
  DVLA_VEHICLE_PER_DAY: perDay(),
  DVSA_MOT_URL: url.default('https://history.mot.api.gov.uk'),
  DVSA_MOT_TOKEN_URL: optionalUrl,
  DVSA_MOT_CLIENT_ID: optional,
  DVSA_MOT_CLIENT_SECRET: optional,
  DVSA_MOT_SCOPE: text.default('https://tapi.dvsa.gov.uk/.default'),
  DVSA_MOT_KEY: optional,
  DVSA_MOT_PER_SECOND: perSecond(),
  DVSA_MOT_PER_DAY: perDay(),
  DVLA_DRIVER_URL: url.default('https://driver-vehicle-licensing.api.gov.uk'),
  DVLA_DRIVER_KEY: optional,
  DVLA_DRIVER_USER: optional,
  DVLA_DRIVER_PASSWORD: optional,
  DVLA_DRIVER_PER_SECOND: perSecond(),
  DVLA_DRIVER_PER_DAY: perDay(),
  OFFICIAL_DATA_TIMEOUT_S: count(10, 1, 60),
};

/** Settings with secret values. */
export const OFFICIAL_SECRETS = [
  'DVLA_VEHICLE_KEY',
  'DVLA_DRIVER_KEY',
  'DVLA_DRIVER_PASSWORD',
  'DVSA_MOT_CLIENT_SECRET',
  'DVSA_MOT_KEY',
];

type Settings = z.output<z.ZodObject<typeof officialSettings>>;

/** The names of the settings without a value. */
const missingOf = (all: Readonly<Record<string, string | null>>): string[] =>
  Object.entries(all).flatMap(([name, value]) => (value === null ? [name] : []));

function readDriverData(env: Settings, timeoutMs: number) {
  const {
    DVLA_DRIVER_KEY: key,
    DVLA_DRIVER_PASSWORD: password,
    DVLA_DRIVER_URL: url,
    DVLA_DRIVER_USER: user,
  } = env;
  const all = { DVLA_DRIVER_KEY: key, DVLA_DRIVER_USER: user, DVLA_DRIVER_PASSWORD: password };
  const missing = missingOf(all);
  if (missing.length === Object.keys(all).length) return null;
  if (key === null || user === null || password === null) {
    throw new OperatorError('config.driver_data_incomplete', { missing: missing.join(', ') });
  }
  const limits = { perSecond: env.DVLA_DRIVER_PER_SECOND, perDay: env.DVLA_DRIVER_PER_DAY };
  return { url, key, user, password, timeoutMs, limits };
}

function readMotHistory(env: Settings, timeoutMs: number) {
  const {
    DVSA_MOT_CLIENT_ID: clientId,
    DVSA_MOT_CLIENT_SECRET: clientSecret,
    DVSA_MOT_KEY: key,
    DVSA_MOT_TOKEN_URL: tokenUrl,
  } = env;
  const all = {
    DVSA_MOT_TOKEN_URL: tokenUrl,
    DVSA_MOT_CLIENT_ID: clientId,
    DVSA_MOT_CLIENT_SECRET: clientSecret,
    DVSA_MOT_KEY: key,
  };
  const missing = missingOf(all);
  if (missing.length === Object.keys(all).length) return null;
  if (tokenUrl === null || clientId === null || clientSecret === null || key === null) {
    throw new OperatorError('config.mot_history_incomplete', { missing: missing.join(', ') });
  }
  return {
    url: env.DVSA_MOT_URL,
    tokenUrl,
    clientId,
    clientSecret,
    scope: env.DVSA_MOT_SCOPE,
    key,
    timeoutMs,
    limits: { perSecond: env.DVSA_MOT_PER_SECOND, perDay: env.DVSA_MOT_PER_DAY },
  };
}

/**
 * The official services; each is null without its keys.
 *
 * @throws OperatorError if a service is configured in part
 */
export function readOfficial(env: Settings) {
  const timeoutMs = env.OFFICIAL_DATA_TIMEOUT_S * 1000;
  const { DVLA_VEHICLE_KEY: key } = env;
  return {
    /** The vehicle enquiry service of the DVLA. */
    dvla:
      key === null
        ? null
        : {
            url: env.DVLA_VEHICLE_URL,
            key,
            timeoutMs,
            limits: { perSecond: env.DVLA_VEHICLE_PER_SECOND, perDay: env.DVLA_VEHICLE_PER_DAY },
          },
    /** The MOT history of the DVSA. */
    dvsa: readMotHistory(env, timeoutMs),
    /** The driver data of the DVLA. */
    drivers: readDriverData(env, timeoutMs),
  };
}
