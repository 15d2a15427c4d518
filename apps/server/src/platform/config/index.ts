import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { serviceBases } from './bases.ts';
import { readBus } from './bus.ts';
import { readGateway, readVideo } from './devices.ts';
import { type Environment, environment, type ProcessRole, ROLES, SECRETS } from './environment.ts';
import { readHttpHeaders, readOtlpHeaders, readTrustedProxies } from './fields.ts';
import { readMap } from './map.ts';
import { readOfficial } from './official.ts';
import { developmentSecret } from './secrets.ts';
import { readTachographMail } from './tachograph-mail.ts';

export type { BusConfig } from './bus.ts';
export { environment, ROLES } from './environment.ts';

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
    throw new OperatorError('config.role_unknown', { name: wrong, roles: ROLES.join(', ') });
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
  throw new OperatorError('config.production_incomplete', { missing: missing.join(' and ') });
}

/** The configured secret; in development one that is created once and stored in the data folder. */
function secret(env: Environment): string {
  if (env.SESSION_SECRET === null) return developmentSecret(env.DATA_DIR);
  if (env.SESSION_SECRET.length >= 32) return env.SESSION_SECRET;
  throw new OperatorError('config.secret_short');
}

function previousSecrets(value: string): string[] {
  const all = value.split(',').flatMap((one) => one.trim() || []);
  if (all.every((one) => one.length >= 32)) return all;
  throw new OperatorError('config.previous_secret_short');
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
    /** NATS between processes; null for a server whose processes share only the database. */
    bus: readBus(env),
    sessionSecret: secret(env),
    /** Whether SESSION_SECRET is set; otherwise the secret is in the data folder. */
    hasSessionSecret: env.SESSION_SECRET !== null,
    /** Encrypts backups; null for backups that are not encrypted. */
    backupPassphrase: env.BACKUP_PASSPHRASE,
    /** Earlier secrets: what they encrypted can still be decrypted. */
    previousSecrets: previousSecrets(env.SESSION_SECRET_PREVIOUS),
    roles: roles(env.ROLES),
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    /** Receiver of traces (OTLP over HTTP); null without one. */
    tracing:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === null
        ? null
        : {
            endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: readOtlpHeaders(env.OTEL_EXPORTER_OTLP_HEADERS),
            sampleRatio: env.OTEL_TRACES_SAMPLER_ARG,
          },
    gateway: readGateway(env),
    video: readVideo(env),
    positionsRetentionDays: env.POSITIONS_RETENTION_DAYS,
    filesReserveBytes: env.FILES_RESERVE_MB * 2 ** 20,
    /** The number of raw frames stored per device; 0 stores none. */
    rawFrames: { perDevice: env.RAW_FRAMES_PER_DEVICE, days: env.RAW_FRAMES_DAYS },
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    allowPrivateWebhooks: env.ALLOW_PRIVATE_WEBHOOKS,
    /** The HTTP provider of SMS, with {to} and {text} in its URL or body; null without one. */
    sms:
      env.SMS_URL === null
        ? null
        : {
            url: env.SMS_URL,
            method: env.SMS_METHOD,
            headers: readHttpHeaders(env.SMS_HEADERS),
            body: env.SMS_BODY,
          },
    /** A foreign sign-on; null for the server's own. */
    oidc:
      env.OIDC_ISSUER === null
        ? null
        : {
            issuer: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET,
          },
    map: readMap(env),
    /** Official services about vehicles; nothing is sent to one that is null. */
    official: readOfficial(env),
    tachograph: {
      /** Folder from which downloaded files are taken; null without one. */
      inbox: env.TACHOGRAPH_INBOX === null ? null : resolve(env.TACHOGRAPH_INBOX),
      /** Mailbox from which files are taken; null without one. */
      mail: readTachographMail(env),
      /** Folder with the European root keys; null to verify no signatures. */
      keys: env.TACHOGRAPH_KEYS === null ? null : resolve(env.TACHOGRAPH_KEYS),
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
    demo: {
      enabled: env.EVALUATION_FLEET && !production,
      historyDays: env.EVALUATION_HISTORY_DAYS,
      reportIntervalMs: env.EVALUATION_REPORT_INTERVAL_S * 1000,
    },
  };
}

/** The settings of one process; see `docs/configuration.md`. */
export type Config = ReturnType<typeof structured>;

/**
 * Reads the settings from environment variables; an empty one counts as absent.
 *
 * @param variables usually `process.env`, after `.env` was loaded
 * @throws OperatorError with a sentence that names the variable and the problem
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
  throw new OperatorError('config.not_usable', { name, value, problem: issue?.message ?? '' });
}

/** Loads `.env` of the working folder into `process.env`; variables that are set already stay. */
export function readEnvFile(path = '.env'): void {
  if (existsSync(path)) process.loadEnvFile(path);
}
