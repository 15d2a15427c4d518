import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DEVICE_PORTS, type PortProtocol } from '@roadworthy/domain';
import { OperatorError } from '../operator-error.ts';
import { serviceBases } from './bases.ts';
import { readBus } from './bus.ts';
import { type Environment, environment, type ProcessRole, ROLES, SECRETS } from './environment.ts';
import { readHttpHeaders, readOtlpHeaders, readPortRange, readTrustedProxies } from './fields.ts';
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

function mapOrigins(env: Environment): string[] {
  const listed = env.MAP_ORIGINS.split(',').map((origin) => origin.trim());
  const own = [env.MAP_STYLE_URL, env.MAP_SATELLITE_URL].flatMap((address) =>
    address === null ? [] : [new URL(address).origin],
  );
  return [...new Set([...own, ...listed.filter((origin) => origin !== '')])];
}

const trafficOrigins = ({ TRAFFIC_TILES_URL: tiles }: Environment): string[] =>
  tiles === null ? [] : [new URL(tiles).origin];

/** The port for devices over TLS; null without a certificate. */
function deviceTls(env: Environment) {
  const { DEVICE_TLS_CERT: certFile, DEVICE_TLS_KEY: keyFile, DEVICE_TLS_PORT: port } = env;
  if (certFile === null && keyFile === null) return null;
  if (certFile === null || keyFile === null) throw new OperatorError('device_tls.incomplete');
  return { certFile, keyFile, port };
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
    gateway: {
      host: env.GATEWAY_HOST,
      /** The port of each protocol. */
      ports: Object.fromEntries(
        DEVICE_PORTS.map(({ name, variable }) => [name, env[variable]]),
      ) as Record<PortProtocol, number>,
      /** The port for devices of any protocol. */
      detectPort: env.DEVICE_PORT,
      /** The port with TLS for devices of any protocol; null without a certificate. */
      tls: deviceTls(env),
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
    map: {
      styleUrl: env.MAP_STYLE_URL,
      attribution: env.MAP_ATTRIBUTION,
      /** A PMTiles archive, or the folder of daily builds, for `npm run map`. */
      sourceUrl: env.MAP_SOURCE_URL,
      /** Path of a PMTiles archive; null for those in the data folder. */
      file: env.MAP_FILE === null ? null : resolve(env.MAP_FILE),
      /** Tiles of satellite images; null if none are configured. */
      satellite:
        env.MAP_SATELLITE_URL === null
          ? null
          : {
              url: env.MAP_SATELLITE_URL,
              attribution: env.MAP_SATELLITE_ATTRIBUTION,
              maxZoom: env.MAP_SATELLITE_MAX_ZOOM,
            },
      /** URL of an OSRM service; null if trails are not matched to roads. */
      matchingUrl: env.MAP_MATCHING_URL,
      /** Geocoding service; without a URL, built-in place names are used. */
      geocoder: { url: env.GEOCODER_URL, kind: env.GEOCODER_KIND },
      origins: [...new Set([...mapOrigins(env), ...trafficOrigins(env)])],
      /** Raster tiles of a traffic service; null without one. */
      traffic:
        env.TRAFFIC_TILES_URL === null
          ? null
          : { tiles: env.TRAFFIC_TILES_URL, attribution: env.TRAFFIC_ATTRIBUTION },
    },
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
