import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { type Answer, answerCalls } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';

const groups = [
  {
    id: 1,
    name: 'Leeds',
    vehicles: [
      { id: 11, registration: 'AB11 CAR', type: 'CAR' },
      { id: 12, registration: 'AB12 VAN', type: 'VAN' },
    ],
  },
];
const devices = [
  {
    vehicle: 11,
    registration: 'AB11 CAR',
    last_seen: '2026-11-20T09:00:00Z',
    live_mode: 'stream',
    cameras: [
      { camera: 1, name: 'Road' },
      { camera: 2, name: 'Driver' },
    ],
    oldest_footage: '2026-11-18T09:00:00Z',
  },
];
const film = (camera: number) => ({
  camera,
  kind: 'video',
  media_type: 'video/mp4',
  URL: `/api/files/${camera}/?signature=s&expires=1`,
  download_URL: `/api/files/${camera}/?signature=d&expires=1&download=1`,
  size: 4_321_000,
  start: '2026-11-20T08:00:00Z',
  end: '2026-11-20T08:00:30Z',
  width: 640,
  height: 360,
  codec: 'avc1.4d0014',
});
/** A ready clip of two cameras, requested by an event. */
export const clip = (changes: Record<string, unknown> = {}) => ({
  id: 7,
  start: '2026-11-20T08:00:00Z',
  duration: 30,
  vehicle: 11,
  registration: 'AB11 CAR',
  live: false,
  state: 'ready',
  error: null,
  progress: 100,
  kind: 'event',
  cameras: [1, 2],
  files: [film(2), film(1)],
  event: { id: 3, code: 41, name: 'Harsh Braking', at: '2026-11-20T08:00:10Z' },
  requested_by: '',
  reason: '',
  notes: 'Seen by the insurer',
  tags: ['claim'],
  keep: false,
  created_at: '2026-11-20T08:01:00Z',
  ready_at: '2026-11-20T08:02:00Z',
  waits_until: '2026-11-22T08:01:00Z',
  expires_at: '2026-12-20T08:02:00Z',
  burnt_in: 'none',
  ...changes,
});

export const LIST = '/video-evidence/api/video_requests/';

const missing = () => new Response(JSON.stringify({ detail: 'Not found.' }), { status: 404 });

/** The state of a test server, and its recorded requests. */
export interface VideoServer {
  clips: Record<string, unknown>[];
  /** Responses of paths below those of the clips. */
  readonly extra: Record<string, Answer>;
  readonly asked: URL[];
  readonly sent: { readonly method: string; readonly path: string; readonly body: unknown }[];
}

/** Replaces the server by one with a fleet of two vehicles, one with cameras, and one clip. */
export function answerVideo(): VideoServer {
  localStorage.clear();
  // Prevent autoplay of opened clips.
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const extra: Record<string, Answer> = {};
  const server: VideoServer = { clips: [clip()], extra, asked: [], sent: [] };
  const asked = answerCalls({
    '/api/vehicles_group_list/': () => ({ count: 1, vehicle_groups: groups }),
    '/api/active_devices/': () => ({ count: 1, results: devices }),
    [LIST]: (url) => {
      const id = /video_requests\/(\d+)\/$/.exec(url.pathname)?.[1];
      const found = Object.keys(extra).find((path) => url.pathname.startsWith(path));
      if (found !== undefined) return extra[found]?.(url);
      if (id !== undefined) return server.clips.find((one) => String(one.id) === id) ?? missing();
      return { count: server.clips.length, results: server.clips };
    },
    '/video-evidence/api/recordings/': () => ({
      device: 'done',
      asked_at: '2026-11-20T09:00:00Z',
      on_device: [{ camera: 1, start: '2026-11-20T06:00:00Z', end: '2026-11-20T09:00:00Z' }],
      here: [{ camera: 1, start: '2026-11-20T08:00:00Z', end: '2026-11-20T08:00:30Z', request: 7 }],
      coming: [],
    }),
    '/video-evidence/api/storage/': () => ({ can_burn_in: false }),
    '/video-evidence/api/clip_rules/': () => ({
      results: [{ event_code: 41, is_active: true, before_s: 10, after_s: 10, cameras: [] }],
    }),
  });
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, options?: RequestInit) => {
    if (options?.method !== undefined && options.method !== 'GET') {
      const body = options.body == null ? null : JSON.parse(String(options.body));
      server.sent.push({ method: options.method, path: address, body });
    }
    return answer(address);
  });
  return Object.assign(server, { asked });
}

/** Answers the video calls in each test of a file; a new server for each is given to `ready`. */
export function withVideoServer(ready: (server: VideoServer) => void): void {
  beforeAll(startTestTexts);
  beforeEach(() => ready(answerVideo()));
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
}
