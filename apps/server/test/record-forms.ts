import sharp from 'sharp';
import type { Answer, TestApi } from './api.ts';
import { jpeg } from './vehicle-documents.ts';

/** A request with photographs and a signature, as a companion app sends it. */
export interface SentRecord {
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly photos?: readonly Uint8Array[];
  readonly signature?: Uint8Array;
  readonly document?: Uint8Array;
  readonly method?: 'POST' | 'PUT';
  readonly key?: string;
}

/** A picture that could be a signature. */
export function signaturePng(): Promise<Buffer> {
  return sharp({ create: { width: 200, height: 60, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();
}

/** Sends a record; objects among the fields go as JSON. */
export async function sendRecord(
  api: TestApi,
  as: number | null,
  sent: SentRecord,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(sent.fields)) {
    if (value === undefined) continue;
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const file = (name: string, bytes: Uint8Array) =>
    form.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>]), `${name}.bin`);
  for (const photo of sent.photos ?? []) file('photos', photo);
  if (sent.signature !== undefined) file('signature', sent.signature);
  if (sent.document !== undefined) file('document', sent.document);
  const answer = await fetch(`${api.url}${sent.path}`, {
    method: sent.method ?? 'POST',
    headers: {
      ...(as === null ? {} : { authorization: `Bearer ${await api.token(as)}` }),
      ...(sent.key === undefined ? {} : { 'idempotency-key': sent.key }),
    },
    body: form,
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === '' ? '' : JSON.parse(text),
  };
}

/** So many photographs. */
export const photographs = (count: number): Promise<Buffer[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => jpeg(400 + n, 300)));

/** A minor defect of a check, with one photograph. */
export const MIRROR = {
  section: 'In the cab',
  name: 'Mirrors and glass',
  result: 'defect',
  severity: 'minor',
  note: 'Nearside mirror cracked',
  photos: [1],
};
