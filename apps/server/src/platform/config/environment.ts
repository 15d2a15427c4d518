import { DEVICE_PORTS, type PortVariable } from '@roadworthy/domain';
import { z } from 'zod';
import { baseSettings } from './bases.ts';
import { busSettings } from './bus.ts';
import {
  count,
  flag,
  httpHeaders,
  isTileTemplate,
  networks,
  oneOf,
  optional,
  optionalUrl,
  otlpHeaders,
  port,
  portRange,
  serviceUrl,
  share,
  text,
  tileTemplate,
  trustedProxies,
  url,
} from './fields.ts';
import { OFFICIAL_SECRETS, officialSettings } from './official.ts';
import { tachographMailSettings } from './tachograph-mail.ts';

export const ROLES = ['gateway', 'api', 'worker'] as const;
export type ProcessRole = (typeof ROLES)[number];

const devicePorts = Object.fromEntries(
  DEVICE_PORTS.map(({ variable, default: fallback }) => [variable, port(fallback)]),
) as Record<PortVariable, ReturnType<typeof port>>;

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
  ...busSettings,
  SESSION_SECRET: optional,
  SESSION_SECRET_PREVIOUS: text.default(''),
  ROLES: text.default(ROLES.join(',')),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: optional,
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl,
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders,
  OTEL_TRACES_SAMPLER_ARG: share(1),
  GATEWAY_HOST: text.default('0.0.0.0'),
  ...devicePorts,
  DEVICE_PORT: port(5300),
  DEVICE_TLS_PORT: port(5301),
  DEVICE_TLS_CERT: optional,
  DEVICE_TLS_KEY: optional,
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
  BACKUP_PASSPHRASE: optional,
  POSITIONS_RETENTION_DAYS: count(396, 1, 36_500),
  FILES_RESERVE_MB: count(512, 0, 1_000_000),
  RAW_FRAMES_PER_DEVICE: count(200, 0, 10_000),
  RAW_FRAMES_DAYS: count(14, 1, 366),
  SMTP_URL: serviceUrl(/^smtps?$/, 'must be an address like smtp://user:password@host:587'),
  MAIL_FROM: text.default('Roadworthy <no-reply@localhost>'),
  ALLOW_PRIVATE_WEBHOOKS: flag(false),
  SMS_URL: serviceUrl(/^https?$/, 'must be an http or https address'),
  SMS_METHOD: oneOf(['POST', 'PUT', 'GET']).default('POST'),
  SMS_HEADERS: httpHeaders,
  SMS_BODY: text.default('{"to":"{to}","text":"{text}"}'),
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
  MAP_FILE: optional,
  MAP_SOURCE_URL: url.default('https://build.protomaps.com'),
  MAP_SATELLITE_URL: optional.refine((value) => value === null || isTileTemplate(value), {
    error: 'must be an http or https address with {z}, {x} and {y}',
  }),
  MAP_SATELLITE_ATTRIBUTION: text.default(''),
  MAP_SATELLITE_MAX_ZOOM: count(18, 1, 24),
  MAP_MATCHING_URL: optionalUrl,
  TRAFFIC_TILES_URL: tileTemplate,
  TRAFFIC_ATTRIBUTION: text.default(''),
  GEOCODER_URL: optionalUrl,
  GEOCODER_KIND: oneOf(['nominatim', 'photon']).default('nominatim'),
  ...officialSettings,
  ...tachographMailSettings,
  TACHOGRAPH_INBOX: optional,
  TACHOGRAPH_KEYS: optional,
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
  EVALUATION_REPORT_INTERVAL_S: count(2, 1, 300),
});

/** Settings with secret values, which error messages must not repeat. */
export const SECRETS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'TRAFFIC_TILES_URL',
  'FILES_URL',
  'BUS_URL',
  'SMTP_URL',
  'SMS_URL',
  'SMS_HEADERS',
  'SMS_BODY',
  'SESSION_SECRET',
  'SESSION_SECRET_PREVIOUS',
  'BACKUP_PASSPHRASE',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'TRACCAR_FORWARD_TOKEN',
  'OIDC_CLIENT_SECRET',
  'PARTNER_KEY',
  ...OFFICIAL_SECRETS,
  'TACHOGRAPH_MAIL_URL',
]);

export type Environment = z.output<typeof environment>;
