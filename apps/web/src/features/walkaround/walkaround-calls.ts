import { paths } from 'virtual:walkaround-calls';
import type { AnswerOf, contract } from '@roadworthy/contract';
import { ApiError } from '../../api/api-error.ts';
import { fetched } from '../../api/fetched.ts';
import { accessToken, accessUserId } from '../../session/cookies.ts';
import { renewAccess } from '../../session/refresh.ts';
import type { Start } from './walkaround-model.ts';

type Vehicles = AnswerOf<typeof contract.walkaround.vehicles>['results'];

/** Makes a call with the session, renewed first if due. @throws ApiError as `fetched` */
async function asked(address: string, init: RequestInit = {}): Promise<Response> {
  await renewAccess();
  const token = accessToken();
  const headers = new Headers(init.headers);
  headers.set('Accept', 'application/json');
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  return fetched(address, { ...init, headers });
}

/** Data to store on the phone, and the offset of its clock from the server's, ms. */
export async function askStart(): Promise<{ start: Start; behindMs: number }> {
  const response = await asked(paths.start ?? '');
  const start = (await response.json()) as Start;
  const serverMs = Date.parse(response.headers.get('date') ?? '');
  return { start, behindMs: Number.isNaN(serverMs) ? 0 : serverMs - Date.now() };
}

/** Vehicles, or only trailers, by a part of the registration, or the one with a QR code. */
export async function askVehicles(
  query: ({ readonly search: string } | { readonly qrid: string }) & {
    readonly trailers?: 'true';
  },
): Promise<Vehicles> {
  const response = await asked(`${paths.vehicles}?${new URLSearchParams(query)}`);
  return ((await response.json()) as { results: Vehicles }).results;
}

/** The signed-in user; the session is renewed first if due. Null if signed out. */
export async function askWho(): Promise<number | null> {
  await renewAccess();
  return accessUserId();
}

/** Uploads a photo under its name. Returns its id. */
export async function sendPhoto(key: string, file: File): Promise<number> {
  const body = new FormData();
  body.append('photo', file, file.name);
  const response = await asked(paths.uploadPhoto ?? '', {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    body,
  });
  return ((await response.json()) as { id: number }).id;
}

/** Sends a check under its name. Returns its reference. */
export async function sendCheck(key: string, body: object): Promise<string> {
  const response = await asked(paths.send ?? '', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { reference_number: string }).reference_number;
}

/** Whether no user or another user than required is signed in. */
export const isUnauthorised = (error: unknown) => error instanceof ApiError && error.status === 401;
