import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  schemasOf,
} from '@roadworthy/contract';
import { allows, InternalError, scopesAllow } from '@roadworthy/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import { actsCustomerWide, type Viewer } from '../auth/viewer.ts';
import { forbidden, unauthorised } from '../errors.ts';
import { parseInput } from './parse-input.ts';

/** The arguments of a handler: parsed input, and the caller. */
export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly viewer: E['access']['kind'] extends 'public' ? Viewer | null : Viewer;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The result of a handler; it is ignored if the call has no answer. */
type HandlerAnswer<E extends Endpoint> = E['answer'] extends ZodType
  ? AnswerOf<E> | undefined
  : unknown;

export interface ImplementOptions<E extends Endpoint> {
  /**
   * The record that a PUT changes, in the form of a body. Fields absent from the request keep these
   * values. Throws the errors of reading it.
   */
  readonly current?: (call: Pick<Call<E>, 'params' | 'viewer'>, given: object) => Promise<object>;
  /**
   * Sends the handler's response without validation: for long lists on a hot path. All other responses
   * are parsed by the contract, which strips unknown fields.
   */
  readonly trusted?: boolean;
  /** Size limit of a body with files, checked after access; 1 MiB otherwise. */
  readonly bodyLimitBytes?: number;
}

/** Empty query parameters count as absent (requirement R-008). */
function withoutEmpty(query: unknown): unknown {
  const given = Object.entries(query as Record<string, unknown>);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

function parse(schema: ZodType | undefined, value: unknown): unknown {
  return schema === undefined ? undefined : parseInput(schema, value);
}

/** Enforces the limits of a user or of a personal token that `allows` does not check. */
function refuseLimited(endpoint: Endpoint, viewer: Viewer): void {
  if (!scopesAllow(viewer.tokenScopes, endpoint.access, endpoint.method)) {
    throw forbidden('access.token_scope');
  }
  const isOpen = endpoint.withoutSecondFactor === true || endpoint.access.kind === 'public';
  if (viewer.lacksSecondFactor && !isOpen) {
    throw forbidden('access.second_factor_required');
  }
  if (endpoint.customerWide === true && !actsCustomerWide(viewer)) {
    throw forbidden('access.customer_wide');
  }
}

/**
 * Serves one call of the contract: checks access, parses the input, runs the handler, and responds
 * with the contract's status. Raw responses (streams, redirects, files) are written by the handler
 * through `reply`.
 *
 * @throws at start-up if the same call is implemented twice
 */
export function implement<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<HandlerAnswer<E>>,
  options: ImplementOptions<E> = {},
): void {
  if ((endpoint.keepsAbsent === true) !== (options.current !== undefined)) {
    throw new InternalError('endpoint.keeps_absent_without_current', {
      method: endpoint.method,
      path: endpoint.path,
    });
  }
  const schemas = schemasOf(endpoint);
  const status = endpoint.status ?? (endpoint.answer === undefined ? 204 : 200);
  const allowed = async (request: FastifyRequest): Promise<Viewer | null> => {
    const viewer = await request.resolveViewer();
    if (allows(endpoint.access, viewer)) {
      if (viewer !== null) refuseLimited(endpoint, viewer);
      return viewer;
    }
    throw viewer === null ? unauthorised() : forbidden('access.denied');
  };
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(options.bodyLimitBytes === undefined
      ? {}
      : {
          bodyLimit: options.bodyLimitBytes,
          onRequest: async (request) => void (await allowed(request)),
        }),
    config: {
      ...(endpoint.credential === undefined ? {} : { credential: endpoint.credential }),
      ...(endpoint.ratePerMinute === undefined
        ? {}
        : { rateLimit: { max: endpoint.ratePerMinute, timeWindow: '1 minute' } }),
    },
    handler: async (request, reply) => {
      const viewer = await allowed(request);
      const params = parse(schemas.params, request.params) as Call<E>['params'];
      const given = request.body ?? {};
      const run = async (known: object | null) => {
        const call = {
          params,
          query: parse(schemas.query, withoutEmpty(request.query)),
          // Unknown fields are dropped: a companion app may send more than this server supports.
          body: parse(schemas.body, known === null ? given : { ...known, ...given }),
          viewer,
          request,
          reply,
        } as Call<E>;
        return handler(call);
      };
      const { current } = options;
      const answer =
        current === undefined || typeof given !== 'object'
          ? await run(null)
          : // Locked from read to write, so that a concurrent change of the record is not overwritten.
            await app.alone(`${endpoint.path} ${JSON.stringify(params)}`, async () =>
              run(await current({ params, viewer: viewer as Call<E>['viewer'] }, given)),
            );
      if (endpoint.raw !== undefined || reply.sent) return reply;
      reply.status(status);
      if (schemas.answer === undefined) return reply.send();
      return reply.send(options.trusted === true ? answer : schemas.answer.parse(answer));
    },
  });
}
