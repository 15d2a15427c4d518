import { AUDITED_CALLS, type CallAudit, contract, type Endpoint } from '@roadworthy/contract';
import { allows } from '@roadworthy/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AuditScope, auditScope } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Viewings } from './audit-viewings.ts';
import type { AuditedCalls } from './audited-calls.ts';

interface Watched {
  readonly name: string;
  readonly call: Endpoint;
  readonly audit: Exclude<CallAudit, { readonly none: string } | { readonly viewingLog: true }>;
}

const urlOf = ({ path }: Endpoint) => path.replace(/\{(\w+)\}/g, ':$1');

/** The audited calls, by method and route. */
const WATCHED: ReadonlyMap<string, Watched> = new Map(
  Object.entries(contract).flatMap(([module, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).flatMap(([call, endpoint]) => {
      const name = `${module}.${call}`;
      const audit = (AUDITED_CALLS as Readonly<Record<string, CallAudit>>)[name];
      if (audit === undefined || 'none' in audit || 'viewingLog' in audit) return [];
      const key: string = `${endpoint.method} ${urlOf(endpoint)}`;
      return [[key, { name, call: endpoint, audit }] as const];
    }),
  ),
);

const watchedOf = (request: FastifyRequest): Watched | undefined =>
  WATCHED.get(`${request.method} ${request.routeOptions.url ?? ''}`);

/** Parameters, query and body of a request by name, without the parts of a file. */
function inputOf({ params, query, body }: FastifyRequest) {
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  return {
    asked: { ...(query as object), ...(params as object) } as Record<string, unknown>,
    fields: fields as Record<string, unknown>,
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** The id in a JSON response: the id of a record that was just created. */
function idIn(payload: unknown): string {
  if (typeof payload !== 'string' || !payload.startsWith('{')) return '';
  const { id } = JSON.parse(payload) as { readonly id?: unknown };
  return typeof id === 'number' || typeof id === 'string' ? String(id) : '';
}

/**
 * Writes the audit entry that the contract declares for each successful call, before the first byte of
 * the response is sent. Must be called before the routes of the modules are added.
 */
export function watchCalls(app: FastifyInstance, viewings: Viewings, calls: AuditedCalls): void {
  const scopes = new WeakMap<FastifyRequest, AuditScope>();

  const write = async (request: FastifyRequest, viewer: Viewer, payload: unknown) => {
    const watched = watchedOf(request);
    if (watched === undefined) return;
    const { audit, name } = watched;
    const { asked, fields } = inputOf(request);
    const given = audit.id === undefined ? undefined : (asked[audit.id] ?? fields[audit.id]);
    if ('shows' in audit) {
      const { kind, shows: shown } = audit;
      const days = { start: textOf(asked.start), end: textOf(asked.end) };
      const ids = scopes.get(request)?.shown ?? [Number(given ?? Number.NaN)];
      const subjects = ids.map((id) => (kind === undefined || !(id > 0) ? null : { kind, id }));
      await viewings.seenAll(
        viewer,
        subjects.map((subject) => ({ subject, shown, ...days })),
      );
      return;
    }
    // The service has already written the change with the values before and after.
    if ((scopes.get(request)?.entries ?? 0) > 0) return;
    await calls.happened(viewer, {
      name,
      kind: audit.kind,
      action: audit.action,
      id: given === undefined ? idIn(payload) : String(given),
      asked,
      fields: Object.keys(fields),
    });
  };

  app.addHook('preHandler', (request, _reply, done) => {
    if (watchedOf(request) === undefined) {
      done();
      return;
    }
    const scope: AuditScope = { entries: 0, shown: null };
    scopes.set(request, scope);
    auditScope.run(scope, done);
  });
  // A stream sends its response itself, so the entry is written first.
  app.addHook('preHandler', async (request) => {
    const watched = watchedOf(request);
    if (watched?.call.raw !== 'event-stream') return;
    const viewer = await request.resolveViewer();
    if (viewer !== null && allows(watched.call.access, viewer)) await write(request, viewer, null);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode >= 400 || watchedOf(request) === undefined) return;
    const viewer = await request.resolveViewer();
    if (viewer !== null) await write(request, viewer, payload);
  });
}
