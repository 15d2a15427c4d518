import { spawn } from 'node:child_process';
import { InternalError } from '@roadworthy/domain';

/** Characters of ffmpeg's last output that are kept for the log. */
const SAID_BYTES = 2000;

/**
 * Runs the ffmpeg on the PATH.
 *
 * @param cwd working directory, so that file names in filters need no escaping
 * @param limitMs time limit
 * @throws Error if ffmpeg is missing, fails or exceeds the limit
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
      return reject(new InternalError('ffmpeg.failed', { ending: signal ?? code ?? '', said }));
    });
  });
}

let filters: Promise<string | null> | null = null;

/** The filters of the ffmpeg on the PATH; null if there is none. */
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

/** Whether this server can burn data into video: ffmpeg has its subtitle filter. */
export async function canBurnIn(): Promise<boolean> {
  return /\bass\b/.test((await knownFilters()) ?? '');
}
