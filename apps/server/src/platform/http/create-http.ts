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
import type { TrustProxy } from './trusted-proxies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, or null for a visitor; looked up once a request. */
    resolveViewer(): Promise<Viewer | null>;
  }
  interface FastifyInstance {
    /** Runs work while no other work of the same key runs. */
    alone<T>(key: string, work: () => Promise<T>): Promise<T>;
  }
  interface FastifyContextConfig {
    /** `jwt` where a call asks for the token of R-020, `session` where it takes no personal token. */
    credential?: 'jwt' | 'session';
  }
}

export interface HttpOptions {
  readonly log: FastifyBaseLogger;
  /** Where this server is reached, for example https://fleet.example; decides the allowed origin. */
  readonly publicUrl: string;
  readonly resolveViewer: (request: FastifyRequest) => Promise<Viewer | null>;
  /** Whose X-Forwarded-* headers are trusted; without it nobody's. */
  readonly trustProxy?: TrustProxy;
  /** Runs work while no other work of the same key runs, as `Database.alone`. */
  readonly alone: FastifyInstance['alone'];
  /** Origins of pages of other servers that may read the answers. */
  readonly webOrigins?: readonly string[];
}

/** A JSON body may have this size; uploads have their own limits. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/** A year; other servers below the same domain are not ours to decide for. */
const HSTS = 'max-age=31536000';

/** A photograph of nine megabytes takes minutes from a phone on a weak network. */
const REQUEST_LIMIT_MS = 300_000;

/** Calls whose answers are a person's own: no cache keeps them unless they say so themselves. */
const ANSWERS = /^\/(api|video-evidence|defect|safety-inspection)\//;

/** Host and port of an Origin header; undefined for none, `null` or nonsense. */
function hostOf(origin: string | undefined): string | undefined {
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined;
}

/**
 * A write that carries a cookie and no bearer header must come from our own pages
 * (requirement B-P03): the browser says so in Origin, which a foreign page cannot change.
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

/** PostgreSQL stores no null character; the sign-on, which reads its own queries, would store them. */
function refuseNullCharacters(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (url.includes('%00')) throw badRequest('request.null_character');
  });
}

/**
 * The HTTP server with what every route stands on: request ids, errors, rate limits, cookies,
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
    // Addresses that the router itself refuses: a broken escape, a parameter that is too long.
    frameworkErrors: sendFrameworkError,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  }) as unknown as FastifyInstance;
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
    // On the socket's answer itself: streams and the sign-on write theirs without `onSend`.
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
