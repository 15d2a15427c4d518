import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { mapBounds } from './maps.ts';

const link = z.string().nullable();

const PUBLIC = { kind: 'public' } as const;

/** Calls about the installation itself (RP-06, RP-07; area W). */
export const platformInfo = {
  config: endpoint({
    method: 'GET',
    path: '/api/config/',
    ids: ['RP-06'],
    summary: 'Get the settings of this installation for the web app.',
    access: PUBLIC,
    answer: z
      .object({
        production: z.boolean(),
        /** True until the first administrator of an empty installation exists. */
        needs_first_administrator: z.boolean(),
        home_variant: z.enum(['groups', 'apps']),
        external_apps: z.object({
          ER_DASHBOARD: link,
          SAFETY_INSPECTION: link,
          DEFECT: link,
          DRIVER_AGENCY_ONBOARDING: link,
          FMT: link,
          TACHOGRAF: link,
          VEHICLE_UTILISATION: link,
        }),
        bases: z.object({
          main: z.string(),
          oauth2: z.string(),
          authentication: z.string(),
          safety_inspection: z.string(),
          defect: z.string(),
          vehicle_check: z.string(),
          video_evidence: z.string(),
          video_host: z.string(),
        }),
        sign_on: z.object({ client_id: z.string(), scope: z.string() }),
        partner_key: z.string().nullable(),
        /** style_url is null for the offline basemap that the web app carries. */
        map: z.object({
          /** Address of the map's style, or of the offline basemap on this server. */
          tiles: z.string(),
          style_url: z.string().nullable(),
          attribution: z.string(),
          /** Street map archives, the newest first; unused if there is a style_url. */
          archives: z.array(
            z.object({
              /** Path at the base of the main API. */
              path: z.string(),
              bounds: mapBounds,
              min_zoom: z.number().int(),
              max_zoom: z.number().int(),
            }),
          ),
          /** Tiles of satellite images; the address has places for {z}, {x} and {y}. */
          satellite: z
            .object({
              url: z.string(),
              attribution: z.string(),
              max_zoom: z.number().int(),
            })
            .nullable(),
          /** False where places are described by the nearest town. */
          has_address_service: z.boolean(),
          /** Whether a trail can be snapped to roads. */
          can_match: z.boolean(),
          /** Raster tiles of a traffic service; null if none is configured. */
          traffic: z.object({ tiles: z.string(), attribution: z.string() }).nullable(),
        }),
      })
      .meta({ id: 'AppConfig' }),
  }),
  health: endpoint({
    method: 'GET',
    path: '/healthz',
    ids: ['RP-07'],
    summary: "Get the health of the server's parts.",
    access: PUBLIC,
    answer: z.object({
      status: z.enum(['ok', 'degraded']),
      /** The reason of a failing part; it contains no host, person or secret. */
      checks: z.array(
        z.object({ name: z.string(), ok: z.boolean(), reason: z.string().optional() }),
      ),
    }),
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    ids: ['RP-07'],
    summary: 'Get counters and timings in the Prometheus text format.',
    access: PUBLIC,
    raw: 'text',
  }),
} as const;
