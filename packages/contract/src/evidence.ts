import { EVIDENCE_KINDS, EVIDENCE_SCOPES, EVIDENCE_STATES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { browserZone, date, dateInput, id, utc } from './fields.ts';
import { byId } from './shapes.ts';

const ACCESS = {
  kind: 'module',
  anyOf: ['Vehicle File', 'Defect', 'SafetyInspection', 'Vehicle Check', 'VOR'],
  refusesLimited: true,
} as const;

/** A pack, in progress or ready. */
const pack = z
  .object({
    id,
    scope: z.enum(EVIDENCE_SCOPES),
    /** Registration, name of the depot, or name of the customer. */
    subject: z.string(),
    starts_on: date,
    ends_on: date,
    kinds: z.array(z.enum(EVIDENCE_KINDS)),
    state: z.enum(EVIDENCE_STATES),
    /** Steps done, and all of them. */
    done: z.int().nonnegative(),
    total: z.int().nonnegative(),
    records: z.int().nonnegative(),
    files: z.int().nonnegative(),
    archive_bytes: z.int().nonnegative().nullable(),
    pdf_bytes: z.int().nonnegative().nullable(),
    /** SHA-256 of the archive, in hexadecimal digits. */
    archive_sha256: z.string().nullable(),
    /** SHA-256 of the public key that verifies the archive. */
    key_fingerprint: z.string().nullable(),
    /** Why it failed, in the reader's language. */
    failure: z.string().nullable(),
    created_at: utc,
    ended_at: utc.nullable(),
  })
  .meta({ id: 'EvidencePack' });

/** Records of a vehicle, a depot or the fleet for a period, as a PDF and a signed archive. */
export const evidence = {
  list: endpoint({
    method: 'GET',
    path: '/api/evidence_packs/',
    ids: ['G-01'],
    summary: 'List the evidence packs that you requested in the last 30 days, newest first.',
    access: ACCESS,
    answer: z.object({ count: z.int().nonnegative(), results: z.array(pack) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/evidence_packs/',
    ids: ['G-01'],
    summary: 'Queue an evidence pack. It contains the records that you may see.',
    access: ACCESS,
    refuses: [404, 429],
    body: z
      .object({
        scope: z.enum(EVIDENCE_SCOPES),
        vehicle: id.nullable().default(null),
        depot: id.nullable().default(null),
        starts_on: dateInput,
        ends_on: dateInput,
        time_zone: browserZone,
      })
      .meta({ id: 'EvidencePackBody' }),
    answer: pack,
    status: 202,
  }),
  key: endpoint({
    method: 'GET',
    path: '/api/evidence_packs/key/',
    ids: ['G-01'],
    summary: 'Get the public key that verifies the archives of this installation.',
    access: { kind: 'public' },
    ratePerMinute: 60,
    answer: z
      .object({
        algorithm: z.literal('Ed25519'),
        /** SPKI in PEM. */
        public_key: z.string(),
        /** SHA-256 of the SPKI in DER, in hexadecimal digits. */
        fingerprint: z.string(),
      })
      .meta({ id: 'EvidenceKey' }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/evidence_packs/{id}/cancel/',
    ids: ['G-01'],
    summary: 'Cancel an evidence pack that is queued or in progress.',
    access: ACCESS,
    params: byId,
    answer: pack,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/evidence_packs/{id}/',
    ids: ['G-01'],
    summary: 'Delete an evidence pack that has ended, with its files.',
    access: ACCESS,
    params: byId,
    refuses: [409],
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/evidence_packs/{id}/pdf/',
    ids: ['G-01'],
    summary: 'Download the PDF of an evidence pack.',
    access: ACCESS,
    params: byId,
    refuses: [409],
    raw: 'file',
  }),
  archive: endpoint({
    method: 'GET',
    path: '/api/evidence_packs/{id}/archive/',
    ids: ['G-01'],
    summary: 'Download the signed archive of an evidence pack.',
    access: ACCESS,
    params: byId,
    refuses: [409],
    raw: 'file',
  }),
} as const;
