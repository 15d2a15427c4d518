import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEVICE_PORTS } from '@roadworthy/domain';
import { freePort } from '../apps/server/test/free-port.ts';

export const PASSWORD = 'demo-password-1';

/** Settings of the ports for any protocol, and for video and files of cameras. */
const OTHER_PORTS = [
  'DEVICE_PORT',
  'JT1078_PORT',
  'JT1078_PLAYBACK_PORT',
  'ATTACHMENTS_PORT',
  'FTP_PORT',
];

/** The first start also builds, possibly on a machine with two slow cores. */
export const START_LIMIT_MS = 240_000;

/** A running product as a new user has it. */
export interface Product {
  readonly url: string;
  readonly teltonikaPort: number;
  readonly jt808Port: number;
  /** Output so far. */
  readonly output: () => string;
  /** The newest e-mail to this address in its file mailbox, once there is one. */
  mailTo(address: string): Promise<string>;
  stop(): Promise<void>;
}

/** The root folder of the product: the nearest ancestor that can be started. */
export function productFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'start.mjs'))) folder = dirname(folder);
  return folder;
}

async function until<T>(find: () => T | undefined, what: string, limitMs = 90_000): Promise<T> {
  const limit = Date.now() + limitMs;
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    if (Date.now() > limit) throw new Error(`${what} did not happen in time`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Decodes quoted-printable text of e-mails. */
function decoded(mail: string): string {
  return mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

function newestMail(folder: string, address: string): string | undefined {
  let names: string[] = [];
  try {
    names = readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse();
  } catch {
    return undefined;
  }
  return names
    .map((name) => decoded(readFileSync(join(folder, name), 'utf8')))
    .find((mail) => mail.includes(address));
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGINT');
  await ended;
}

/**
 * Starts the built product with separate ports and a separate data folder.
 *
 * @param args arguments of `npm start`, for example `--empty`
 */
export async function startProduct(
  args: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'roadworthy-journey-'));
  // As root, PostgreSQL runs under another account and would store its data elsewhere.
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const variablesOfPorts = [...DEVICE_PORTS.map(({ variable }) => variable), ...OTHER_PORTS];
  const ports = new Map<string, number>();
  for (const variable of variablesOfPorts) ports.set(variable, await freePort());
  const teltonikaPort = ports.get('TELTONIKA_PORT') ?? 0;
  const jt808Port = ports.get('JT808_PORT') ?? 0;
  const child = spawn(process.execPath, ['start.mjs', ...args], {
    cwd: productFolder(),
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      ...Object.fromEntries([...ports].map(([variable, value]) => [variable, String(value)])),
      FTP_DATA_PORTS: '0',
      EVALUATION_HISTORY_DAYS: '1',
      // As most real trackers. A shorter interval takes CPU time from the tests.
      EVALUATION_REPORT_INTERVAL_S: '10',
      LOG_LEVEL: 'warn',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    printed += chunk;
  });
  const ready = () => {
    if (child.exitCode !== null) throw new Error(`the product ended:\n${printed}`);
    return printed.includes('Roadworthy is ready') ? true : undefined;
  };
  const stop = async () => {
    await stopProcess(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  await until(ready, 'the start', START_LIMIT_MS).catch(async (error) => {
    // A product that is late would go on to start, and slow the tests after it.
    await stop();
    throw new Error(`${error.message}:\n${printed}`);
  });
  return {
    url: `http://localhost:${port}`,
    teltonikaPort,
    jt808Port,
    output: () => printed,
    mailTo: (address) => until(() => newestMail(join(dataDir, 'mail'), address), 'a mail'),
    stop,
  };
}
