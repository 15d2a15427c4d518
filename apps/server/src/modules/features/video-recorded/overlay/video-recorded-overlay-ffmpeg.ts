import { spawn } from 'node:child_process';

/** What ffmpeg says at its end is kept for the log, this much of it. */
const SAID_BYTES = 2000;

/**
 * Runs ffmpeg of the PATH.
 *
 * @param cwd a folder, so that file names need no escaping within filters
 * @param limitMs after which it is ended
 * @throws Error where it is not there, fails or takes too long
 */
export function runFfmpeg(args: readonly string[], cwd: string, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-nostdin', ...args], {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
    });
    let said = '';
    child.stderr.on('data', (part: Buffer) => {
      said = (said + part.toString()).slice(-SAID_BYTES);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve();
      const ending = signal === null ? `code ${code}` : `signal ${signal}`;
      return reject(new Error(`ffmpeg ended with ${ending}: ${said}`));
    });
  });
}

let filters: Promise<string | null> | null = null;

/** The filters of the ffmpeg of the PATH; null where there is none. */
function knownFilters(): Promise<string | null> {
  filters ??= new Promise((resolve) => {
    const child = spawn('ffmpeg', ['-hide_banner', '-filters'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let listed = '';
    child.stdout.on('data', (part: Buffer) => {
      listed += part.toString();
    });
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code === 0 ? listed : null));
  });
  return filters;
}

/** Whether ffmpeg is on the PATH. */
export async function hasFfmpeg(): Promise<boolean> {
  return (await knownFilters()) !== null;
}

/** Whether this server can burn data into a picture: ffmpeg with its filter of subtitles is there. */
export async function canBurnIn(): Promise<boolean> {
  return /\bass\b/.test((await knownFilters()) ?? '');
}
