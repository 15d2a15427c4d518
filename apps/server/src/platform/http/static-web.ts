import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import { OperatorError } from '../operator-error.ts';

export interface WebAppOptions {
  /** Folder of the built web app. */
  readonly root: string;
  /** Origins of the map style and its tiles; empty for the offline basemap. */
  readonly mapOrigins: readonly string[];
  /** Origin of a foreign sign-on, which the login page navigates to. */
  readonly signOnOrigin: string | null;
  /** Other origins of the bases of the interface (requirements W-15 to W-23). */
  readonly baseOrigins: readonly string[];
  /** Whether the pages must load the bases before their first call. */
  readonly hasOwnBases: boolean;
}

/**
 * Content security policy of the web app. Mantine adds style elements at run time, hence the inline
 * styles; scripts are loaded from our own files only.
 */
export function contentSecurityPolicy(
  options: Pick<WebAppOptions, 'mapOrigins' | 'signOnOrigin' | 'baseOrigins'>,
): string {
  const { mapOrigins, signOnOrigin, baseOrigins } = options;
  const map = mapOrigins.join(' ');
  const bases = baseOrigins.join(' ');
  // An http source does not cover WebSockets.
  const sockets = baseOrigins.map((origin) => origin.replace(/^http/, 'ws')).join(' ');
  const policy: Record<string, string> = {
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': `'self' data: blob: ${map} ${bases}`,
    'connect-src': `'self' ${map} ${bases} ${sockets} ${signOnOrigin ?? ''}`,
    // Live video is assembled in the page, hence the blobs.
    'media-src': `'self' blob: ${bases}`,
    'worker-src': "'self' blob:",
    'font-src': `'self' data:`,
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': `'self' ${signOnOrigin ?? ''}`,
    'frame-ancestors': "'none'",
  };
  return Object.entries(policy)
    .map(([name, value]) => `${name} ${value.trim().replace(/ +/g, ' ')}`)
    .join('; ');
}

/** Paths that are never pages: unknown ones answer 404 as JSON. */
const NOT_A_PAGE =
  /^\/(api|auth|video-evidence|defect\/api|safety-inspection\/api|vehicle-check\/api|assets|locales|healthz|metrics)(\/|$)/;

/** Public pages (OP-014, OP-079) have their own entry, a tenth of the size. */
const PUBLIC_PAGE = /^\/(qr|help|safety)(\/|$)/;

/** The walkaround check, which works offline on a driver's phone. */
const CHECK_PAGE = /^\/check\/?$/;

const PAGES = ['index.html', 'qr.html', 'check.html'] as const;

/** Marks a page so that its scripts load the bases (RP-06) before their first call. */
function markedPage(root: string, page: string): string {
  return readFileSync(join(root, page), 'utf8').replace('<html ', '<html data-bases ');
}

/** The page at a path. */
function pageAt(path: string): (typeof PAGES)[number] {
  if (PUBLIC_PAGE.test(path)) return 'qr.html';
  return CHECK_PAGE.test(path) ? 'check.html' : 'index.html';
}

/**
 * Serves the built web app: hashed files cached for a year, every other path as the app page, so that
 * a reload and a shared link open the same screen (requirement A-P03).
 *
 * @throws OperatorError if the folder contains no built app
 */
export async function serveWebApp(app: FastifyInstance, options: WebAppOptions): Promise<void> {
  if (!existsSync(join(options.root, 'index.html'))) {
    throw new OperatorError('web.not_built', { file: join(options.root, 'index.html') });
  }
  const policy = contentSecurityPolicy(options);
  const markedPages = new Map(
    options.hasOwnBases ? PAGES.map((page) => [page, markedPage(options.root, page)]) : [],
  );
  await app.register(fastifyStatic, {
    root: options.root,
    preCompressed: true,
    index: false,
    wildcard: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes(`${join(options.root, 'assets')}`);
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || NOT_A_PAGE.test(path)) throw notFound();
    reply.header('Content-Security-Policy', policy);
    reply.header('X-Frame-Options', 'DENY');
    const page = pageAt(path);
    const marked = markedPages.get(page);
    if (marked === undefined) return reply.sendFile(page);
    return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(marked);
  });
}
