import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { baseSettings, serviceBases } from './bases.ts';
import {
  count,
  flag,
  networks,
  oneOf,
  optional,
  optionalUrl,
  port,
  portRange,
  readPortRange,
  readTrustedProxies,
  serviceUrl,
  text,
  trustedProxies,
  url,
} from './fields.ts';
import { developmentSecret } from './secrets.ts';

/** A setting is invalid or missing; the message is a sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export const ROLES = ['gateway', 'api', 'worker'] as const;
export type ProcessRole = (typeof ROLES)[number];

/**
 * Every environment variable of the product, listed in `docs/configuration.md`. A test compares
 * the two.
 */
export const environment = z.object({
  NODE_ENV: oneOf(['production', 'development', 'test']).default('development'),
  PORT: port(8080),
  HOST: text.default('0.0.0.0'),
  PUBLIC_URL: optionalUrl,
  TRUST_PROXY: trustedProxies,
  API_DOCS: flag(false).nullable().default(null),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: serviceUrl(
    /^postgres(ql)?$/,
    'must be an address like postgres://user:password@host/database',
  ),
  FILES_URL: serviceUrl(
    /^https?$/,
    'must be an address like https://key:secret@s3.example/bucket',
  ).refine((value) => value === null || new URL(value).pathname.length > 1, {
    error: 'must name a bucket, as in https://key:secret@s3.example/bucket',
  }),
  SESSION_SECRET: optional,
  SESSION_SECRET_PREVIOUS: text.default(''),
  ROLES: text.default(ROLES.join(',')),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: optional,
  GATEWAY_HOST: text.default('0.0.0.0'),
  TELTONIKA_PORT: port(5027),
  GT06_PORT: port(5023),
  JT808_PORT: port(5015),
  OSMAND_PORT: port(5055),
  JT1078_PORT: port(1078),
  JT1078_PLAYBACK_PORT: port(1079),
  VIDEO_HOST: optional,
  ATTACHMENTS_PORT: port(1080),
  FTP_PORT: port(1081),
  FTP_DATA_PORTS: portRange('1082-1113'),
  RTSP_NETWORKS: networks,
  TRACCAR_FORWARD_TOKEN: optional,
  GATEWAY_MAX_CONNECTIONS: count(20_000, 1, 1_000_000),
  GATEWAY_MAX_CONNECTIONS_PER_ADDRESS: count(15_000, 1, 1_000_000),
  GATEWAY_IDLE_TIMEOUT_S: count(600, 10, 86_400),
  DEVICE_NETWORKS: networks,
  POSITIONS_RETENTION_DAYS: count(396, 1, 36_500),
  FILES_RESERVE_MB: count(512, 0, 1_000_000),
  RAW_FRAMES_PER_DEVICE: count(200, 0, 10_000),
  RAW_FRAMES_DAYS: count(14, 1, 366),
  SMTP_URL: serviceUrl(/^smtps?$/, 'must be an address like smtp://user:password@host:587'),
  MAIL_FROM: text.default('Roadworthy <no-reply@localhost>'),
  ALLOW_PRIVATE_WEBHOOKS: flag(false),
  OIDC_ISSUER: optionalUrl,
  OIDC_CLIENT_ID: text.default('roadworthy-web'),
  OIDC_CLIENT_SECRET: optional,
  MAP_STYLE_URL: z
    .union([z.literal('offline').transform(() => null), url], {
      error: 'must be an http or https address, or "offline"',
    })
    .nullable()
    .default(null),
  MAP_ORIGINS: text.default(''),
  MAP_ATTRIBUTION: text.default(''),
  MAP_MATCHING_URL: optionalUrl,
  GEOCODER_URL: optionalUrl,
  GEOCODER_KIND: oneOf(['nominatim', 'photon']).default('nominatim'),
  HOME_VARIANT: oneOf(['groups', 'apps']).default('groups'),
  PARTNER_KEY: optional,
  ER_DASHBOARD: optional,
  SAFETY_INSPECTION: optional,
  DEFECT: optional,
  DRIVER_AGENCY_ONBOARDING: optional,
  FMT: optional,
  TACHOGRAF: optional,
  VEHICLE_UTILISATION: optional,
  ...baseSettings,
  DEFECT_DOCUMENTS_URL: optionalUrl,
  SAFETY_INSPECTION_DOCUMENTS_URL: optionalUrl,
  EVALUATION_FLEET: flag(true),
  EVALUATION_HISTORY_DAYS: count(14, 0, 90),
});

/** Settings with secret values, which error messages must not repeat. */
const SECRETS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'FILES_URL',
  'SMTP_URL',
  'SESSION_SECRET',
  'SESSION_SECRET_PREVIOUS',
  'METRICS_TOKEN',
  'TRACCAR_FORWARD_TOKEN',
  'OIDC_CLIENT_SECRET',
  'PARTNER_KEY',
]);

type Environment = z.output<typeof environment>;

const APP_LINKS = [
  'ER_DASHBOARD',
  'SAFETY_INSPECTION',
  'DEFECT',
  'DRIVER_AGENCY_ONBOARDING',
  'FMT',
  'TACHOGRAF',
  'VEHICLE_UTILISATION',
] as const;
export type AppLink = (typeof APP_LINKS)[number];

function roles(value: string): readonly ProcessRole[] {
  const named = value.split(',').map((name) => name.trim());
  const wrong = named.find((name) => !(ROLES as readonly string[]).includes(name));
  if (wrong !== undefined) {
    throw new ConfigError(`ROLES names "${wrong}"; it takes any of ${ROLES.join(', ')}.`);
  }
  return named as ProcessRole[];
}

/** Settings required in production, with an example of each. */
const PRODUCTION = {
  SESSION_SECRET: 'at least 32 random characters',
  PUBLIC_URL: 'the address people reach this server at, for example https://fleet.example',
} as const;

function refuseIncompleteProduction(env: Environment): void {
  const missing = (Object.keys(PRODUCTION) as (keyof typeof PRODUCTION)[])
    .filter((name) => env[name] === null)
    .map((name) => `${name} (${PRODUCTION[name]})`);
  if (missing.length === 0) return;
  throw new ConfigError(
    `With NODE_ENV=production the server does not start without ${missing.join(' and ')}.`,
  );
}

/** The configured secret; in development one that is created once and stored in the data folder. */
function secret(env: Environment): string {
  if (env.SESSION_SECRET === null) return developmentSecret(env.DATA_DIR);
  if (env.SESSION_SECRET.length >= 32) return env.SESSION_SECRET;
  throw new ConfigError('SESSION_SECRET is too short: it must have at least 32 characters.');
}

function previousSecrets(value: string): string[] {
  const all = value.split(',').flatMap((one) => one.trim() || []);
  if (all.every((one) => one.length >= 32)) return all;
  throw new ConfigError(
    'SESSION_SECRET_PREVIOUS is too short: each secret in it must have at least 32 characters.',
  );
}

function mapOrigins(env: Environment): string[] {
  const listed = env.MAP_ORIGINS.split(',').map((origin) => origin.trim());
  const own = env.MAP_STYLE_URL === null ? [] : [new URL(env.MAP_STYLE_URL).origin];
  return [...new Set([...own, ...listed.filter((origin) => origin !== '')])];
}

function structured(env: Environment) {
  const production = env.NODE_ENV === 'production';
  if (production) refuseIncompleteProduction(env);
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    /** Whether `publicUrl` was configured; otherwise the sign-on accepts the address of each request. */
    hasPublicUrl: env.PUBLIC_URL !== null,
    trustProxy: readTrustedProxies(env.TRUST_PROXY),
    /** Whether `/api/docs` describes the calls. */
    hasApiDocs: env.API_DOCS ?? !production,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    /** S3 bucket; null for files in the data folder. */
    filesUrl: env.FILES_URL,
    sessionSecret: secret(env),
    /** Earlier secrets: what they encrypted can still be decrypted. */
    previousSecrets: previousSecrets(env.SESSION_SECRET_PREVIOUS),
    roles: roles(env.ROLES),
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    gateway: {
      host: env.GATEWAY_HOST,
      teltonikaPort: env.TELTONIKA_PORT,
      gt06Port: env.GT06_PORT,
      jt808Port: env.JT808_PORT,
      osmandPort: env.OSMAND_PORT,
      traccarForwardToken: env.TRACCAR_FORWARD_TOKEN,
      maxConnections: env.GATEWAY_MAX_CONNECTIONS,
      maxConnectionsPerAddress: env.GATEWAY_MAX_CONNECTIONS_PER_ADDRESS,
      idleTimeoutS: env.GATEWAY_IDLE_TIMEOUT_S,
      /** Networks from which devices may connect; empty for all. */
      networks: env.DEVICE_NETWORKS,
    },
    video: {
      livePort: env.JT1078_PORT,
      playbackPort: env.JT1078_PLAYBACK_PORT,
      /** The address sent to cameras; null for the address of their JT/T 808 connection. */
      host: env.VIDEO_HOST,
      attachmentsPort: env.ATTACHMENTS_PORT,
      /** FTP server for whole files of cameras, and the ports of its data connections. */
      uploadPort: env.FTP_PORT,
      uploadDataPorts: readPortRange(env.FTP_DATA_PORTS),
      /** Networks of RTSP cameras; empty for all except this machine. */
      rtspNetworks: env.RTSP_NETWORKS,
    },
    positionsRetentionDays: env.POSITIONS_RETENTION_DAYS,
    /** The number of raw frames stored per device; 0 stores none. */
    filesReserveBytes: env.FILES_RESERVE_MB * 2 ** 20,
    rawFrames: { perDevice: env.RAW_FRAMES_PER_DEVICE, days: env.RAW_FRAMES_DAYS },
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    allowPrivateWebhooks: env.ALLOW_PRIVATE_WEBHOOKS,
    /** A foreign sign-on; null for the server's own. */
    oidc:
      env.OIDC_ISSUER === null
        ? null
        : {
            issuer: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET,
          },
    map: {
      styleUrl: env.MAP_STYLE_URL,
      attribution: env.MAP_ATTRIBUTION,
      /** URL of an OSRM service; null if trails are not matched to roads. */
      matchingUrl: env.MAP_MATCHING_URL,
      /** Geocoding service; without a URL, built-in place names are used. */
      geocoder: { url: env.GEOCODER_URL, kind: env.GEOCODER_KIND },
      origins: mapOrigins(env),
    },
    homeVariant: env.HOME_VARIANT,
    partnerKey: env.PARTNER_KEY,
    externalApps: Object.fromEntries(APP_LINKS.map((key) => [key, env[key]])) as Record<
      AppLink,
      string | null
    >,
    ...serviceBases(env),
    /** Hosts that create the reports of records; null if this server creates them. */
    documentServices: {
      defect: env.DEFECT_DOCUMENTS_URL,
      inspection: env.SAFETY_INSPECTION_DOCUMENTS_URL,
    },
    evaluation: {
      enabled: env.EVALUATION_FLEET && !production,
      historyDays: env.EVALUATION_HISTORY_DAYS,
    },
  };
}

/** The settings of one process; see `docs/configuration.md`. */
export type Config = ReturnType<typeof structured>;

/**
 * Reads the settings from environment variables; an empty one counts as absent.
 *
 * @param variables usually `process.env`, after `.env` was loaded
 * @throws ConfigError with a sentence that names the variable and the problem
 */
export function loadConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(environment.shape).flatMap((key) => {
      const value = variables[key]?.trim() ?? '';
      return value === '' ? [] : [[key, value]];
    }),
  );
  const result = environment.safeParse(given);
  if (result.success) return structured(result.data);
  const issue = result.error.issues[0];
  const name = String(issue?.path[0]);
  const value = SECRETS.has(name) ? 'not usable' : `"${given[name]}"`;
  throw new ConfigError(`${name} is ${value}: it ${issue?.message}.`);
}

/** Loads `.env` of the working folder into `process.env`; variables that are set already stay. */
export function readEnvFile(path = '.env'): void {
  if (existsSync(path)) process.loadEnvFile(path);
}
