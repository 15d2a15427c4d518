import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Viewer } from '../auth/viewer.ts';
import { badRequest, forbidden, tooMany } from '../errors.ts';
import { compressAnswers } from './compress-answers.ts';
import { allowOrigins } from './cors.ts';
import { sendError, sendFrameworkError } from './error-answer.ts';
import { traceRequests } from './trace-requests.ts';
import type { TrustProxy } from './trusted-proxies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, or null for a visitor; looked up once per request. */
    resolveViewer(): Promise<Viewer | null>;
  }
  interface FastifyInstance {
    /** Runs work while no other work with the same key runs. */
    alone<T>(key: string, work: () => Promise<T>): Promise<T>;
  }
  interface FastifyContextConfig {
    /** `jwt` if a call requires the token of R-020, `session` if it refuses personal tokens. */
    credential?: 'jwt' | 'session';
  }
}

export interface HttpOptions {
  readonly log: FastifyBaseLogger;
  /** Public URL of this server, for example https://fleet.example; determines the allowed origin. */
  readonly publicUrl: string;
  readonly resolveViewer: (request: FastifyRequest) => Promise<Viewer | null>;
  /** The proxies whose X-Forwarded-* headers are trusted; none by default. */
  readonly trustProxy?: TrustProxy;
  /** Runs work while no other work with the same key runs, as `Database.alone`. */
  readonly alone: FastifyInstance['alone'];
  /** Other origins whose pages may read the responses. */
  readonly webOrigins?: readonly string[];
}

/** Size limit of a JSON body; uploads have their own limits. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/** A year; without subdomains, which may be other servers. */
const HSTS = 'max-age=31536000';

/** A photo of nine megabytes takes minutes to upload from a phone on a weak network. */
const REQUEST_LIMIT_MS = 300_000;

/** Responses of these calls are private: they are not cached unless they set it themselves. */
const ANSWERS = /^\/(api|video-evidence|defect|safety-inspection)\//;

/** Host and port of an Origin header; undefined if absent, `null` or invalid. */
function hostOf(origin: string | undefined): string | undefined {
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined;
}

/**
 * A write that carries a cookie and no bearer header must come from our own pages
 * (requirement B-P03): the browser sets Origin, which a foreign page cannot change.
 */
function refuseForeignWrites(app: FastifyInstance, publicUrl: string): void {
  const ownOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS')
      return;
    if (request.headers.authorization !== undefined || request.headers.cookie === undefined) return;
    const origin = request.headers.origin;
    if (origin === ownOrigin) return;
    if (origin !== undefined && hostOf(origin) === request.headers.host) return;
    throw forbidden('access.other_origin');
  });
}

/** PostgreSQL cannot store a null character, which the sign-on, parsing its own queries, would. */
function refuseNullCharacters(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (url.includes('%00')) throw badRequest('request.null_character');
  });
}

/**
 * The HTTP server with the base of all routes: request ids, errors, rate limits, cookies,
 * security headers and the viewer. Routes are added by the modules.
 *
 * @returns a Fastify instance that is not listening yet
 */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    requestTimeout: REQUEST_LIMIT_MS,
    forceCloseConnections: true,
    // URLs that the router itself refuses: an invalid escape, a parameter that is too long.
    frameworkErrors: sendFrameworkError,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  }) as unknown as FastifyInstance;
  traceRequests(app);
  app.decorate('alone', options.alone);
  app.setErrorHandler(sendError);
  await app.register(cookie);
  await compressAnswers(app);
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => tooMany('request.too_many'),
  });
  const viewers = new WeakMap<FastifyRequest, Promise<Viewer | null>>();
  app.decorateRequest('resolveViewer', function (this: FastifyRequest) {
    const known = viewers.get(this);
    if (known !== undefined) return known;
    const found = options.resolveViewer(this);
    viewers.set(this, found);
    return found;
  });
  allowOrigins(app, options.webOrigins ?? []);
  refuseNullCharacters(app);
  refuseForeignWrites(app, options.publicUrl);
  if (new URL(options.publicUrl).protocol === 'https:') {
    // On the raw response: streams and the sign-on write theirs without `onSend`.
    app.addHook('onRequest', async (_request, reply) => {
      reply.raw.setHeader('Strict-Transport-Security', HSTS);
    });
  }
  app.addHook('onSend', async (request, reply) => {
    reply.header('X-Content-Type-Options', 'nosniff');
    reply.header('Referrer-Policy', 'same-origin');
    reply.header('X-Request-Id', request.id);
    if (ANSWERS.test(request.url) && !reply.hasHeader('Cache-Control')) {
      reply.header('Cache-Control', 'no-store');
    }
  });
  return app;
}
