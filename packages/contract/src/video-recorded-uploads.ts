import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, expiresText, id, textOf, utcInput } from './fields.ts';
import * as shape from './video-recorded-shapes.ts';

const WRITE = { kind: 'module', anyOf: ['videos'], write: true } as const;

/** Larger than any memory card; the customer's quota is checked separately. */
const MAX_UPLOAD_BYTES = 2 ** 40;
const ofUpload = z.object({ signature: exactText(100), expires: expiresText });

/** Uploads of recorded video in parts. */
export const uploadCalls = {
  createUpload: endpoint({
    method: 'POST',
    path: '/video-evidence/api/uploads/',
    ids: ['F-P03'],
    summary: 'Start the upload of an MP4 from a camera without a connection.',
    access: WRITE,
    body: z
      .object({
        vehicle: id,
        camera: shape.cameraNumber,
        start: utcInput,
        /** bytes */
        size: z.int().positive().max(MAX_UPLOAD_BYTES),
        name: textOf(120).min(1),
        reason: shape.reason.default(''),
      })
      .meta({ id: 'VideoUploadBody' }),
    answer: shape.upload,
    status: 201,
  }),
  uploadPiece: endpoint({
    method: 'PUT',
    path: '/video-evidence/api/uploads/{id}/',
    ids: ['F-P03'],
    summary: 'Upload the next part (Content-Range: bytes first-last/size) to the signed address.',
    binary: true,
    access: { kind: 'public' },
    params: z.object({ id: z.uuid() }),
    query: ofUpload,
    answer: shape.upload,
  }),
  uploadState: endpoint({
    method: 'GET',
    path: '/video-evidence/api/uploads/{id}/',
    ids: ['F-P03'],
    summary: 'Get how much of an upload has arrived, to resume it.',
    access: { kind: 'public' },
    params: z.object({ id: z.uuid() }),
    query: ofUpload,
    answer: shape.upload,
  }),
} as const;
