import { compare } from './compare.ts';
import { type CatalogueCall, errorShape } from './document.ts';
import { type Asking, type CatalogueRequest, PAGE } from './request.ts';
import type { Person, World } from './world.ts';

/** A request and its answer. */
export interface Outcome {
  readonly request: CatalogueRequest;
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
  readonly text: string;
}

let asked = 0;

async function credentials(world: World, call: CatalogueCall, person: Person) {
  const headers: Record<string, string> = {};
  if (call.auth === 'bearer') headers.authorization = `Bearer ${await world.access(person)}`;
  if (call.auth === 'jwt') headers.authorization = `Bearer ${await world.jwt(person)}`;
  if (call.auth === 'cookie') headers.cookie = `access-token=${await world.access(person)}`;
  return headers;
}

function bodyOf({ body, form }: CatalogueRequest) {
  if (form !== undefined) return { body: form, headers: {} };
  if (body instanceof URLSearchParams) return { body: body.toString(), headers: {} };
  if (body === undefined) return { headers: {} };
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

function addressOf(call: CatalogueCall, { params = {}, query = {} }: CatalogueRequest): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ''));
  const fields = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return `${path}?${new URLSearchParams(fields)}`;
}

/** Sends a call of the catalogue as a person and reads the whole answer. */
export async function send(
  world: World,
  call: CatalogueCall,
  asking: Asking,
  person: Person,
): Promise<Outcome> {
  const request = await asking.prepare(world, person);
  const { headers, ...body } = bodyOf(request);
  asked += 1;
  const stop = new AbortController();
  const answer = await fetch(`${world.url}${addressOf(call, request)}`, {
    method: call.method,
    redirect: 'manual',
    signal: stop.signal,
    headers: {
      ...headers,
      // Rate limits count per address, so each request uses its own address.
      'x-forwarded-for': `10.1.${asked >> 8}.${asked & 255}`,
      origin: world.services.config.publicUrl,
      ...(await credentials(world, call, person)),
      ...request.headers,
    },
    ...body,
  });
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const { status } = answer;
  if (type === 'video/mp4' && status === 200) {
    // A live stream lasts as long as its session.
    stop.abort();
    return { request, status, type, body: undefined, text: '' };
  }
  const text = await answer.text();
  const isJson = type === 'application/json' && text !== '';
  return { request, status, type, body: isJson ? JSON.parse(text) : undefined, text };
}

/** Differences of a successful answer from the catalogue. */
export function differencesOf(call: CatalogueCall, outcome: Outcome): string[] {
  const { status, type, body, text, request } = outcome;
  if (status !== call.status) return [`status ${status} for ${call.status}: ${text.slice(0, 300)}`];
  if (request.query?.pdf === 'true') return type === 'application/pdf' ? [] : [`type ${type}`];
  if (call.content === 'none') return [];
  if ('media' in call.content) return type === call.content.media ? [] : [`type ${type}`];
  return [...new Set(compare(body, call.content.shape))];
}

/** Differences of a request from the catalogue. */
export function requestDifferences(call: CatalogueCall, request: CatalogueRequest): string[] {
  const named = new Set(call.query.match(/\w+/g));
  if (call.isList) {
    for (const name of [...Object.keys(PAGE), 'start_date', 'end_date']) named.add(name);
  }
  if (call.query.includes('page size')) named.add('pageSize');
  const unknown = Object.keys(request.query ?? {}).filter((name) => !named.has(name));
  const body =
    call.body === null || request.body === undefined
      ? []
      : compare(request.body, call.body, 'body', { exact: true });
  return [...unknown.map((name) => `query ${name}: not in the catalogue`), ...body];
}

/** Differences of an error answer from the shape of errors. */
export function refusalDifferences({ status, body, text }: Outcome): string[] {
  if (status >= 500 || body === undefined) return [`status ${status}: ${text.slice(0, 300)}`];
  return compare(body, errorShape);
}
