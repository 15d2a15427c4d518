import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AUDITED_CALLS, type CallAudit, contract, type Endpoint, schemasOf } from './index.ts';

const CALLS = Object.entries(contract).flatMap(([module, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(
    ([name, call]) => [`${module}.${name}`, call] as const,
  ),
);
const decisions = AUDITED_CALLS as Readonly<Record<string, CallAudit | undefined>>;

/** Names under which answers say where something is. */
const PLACE = /"(lat|long|lng|latitude|longitude|points|coordinates)":/;

function showsPlaces(call: Endpoint): boolean {
  const { answer, line } = schemasOf(call);
  const shown = answer ?? line;
  if (shown === undefined || call.access.kind === 'public') return false;
  return PLACE.test(JSON.stringify(z.toJSONSchema(shown, { unrepresentable: 'any' })));
}

const isVideo = ({ path, method, access }: Endpoint) =>
  method === 'GET' &&
  access.kind !== 'public' &&
  /^\/api\/(latest|live)_.*(video|snapshots|source)/.test(path);

describe('what the audit log keeps', () => {
  it('is declared for each call that changes or hands out something', () => {
    const must = CALLS.filter(
      ([, { method, raw }]) =>
        method !== 'GET' || ['file', 'redirect', 'event-stream', 'ndjson'].includes(raw ?? ''),
    );
    expect(must.length).toBeGreaterThan(150);
    expect(must.map(([name]) => name).filter((name) => decisions[name] === undefined)).toEqual([]);
  });

  it('is declared for each call that shows positions or live video', () => {
    const must = CALLS.filter(([, call]) => showsPlaces(call) || isVideo(call));
    expect(must.length).toBeGreaterThan(10);
    expect(must.map(([name]) => name).filter((name) => decisions[name] === undefined)).toEqual([]);
  });

  it('names calls that exist, and inputs that they have', () => {
    const byName = new Map<string, Endpoint>(CALLS);
    for (const [name, audit] of Object.entries(decisions)) {
      const call = byName.get(name);
      expect(call, name).toBeDefined();
      const id = audit !== undefined && 'id' in audit ? audit.id : undefined;
      if (id === undefined) continue;
      const { params, query } = call === undefined ? {} : schemasOf(call);
      expect(Object.keys({ ...params?.shape, ...query?.shape }), name).toContain(id);
    }
  });
});
