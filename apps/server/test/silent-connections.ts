import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Opens connections from 50 loopback addresses, 250 at a time, and never sends a byte. */
const OPEN_CONNECTIONS = `
import { connect } from 'node:net';
const [port, count] = process.argv.slice(1).map(Number);
let opened = 0;
let closed = 0;
const open = (n) => new Promise((done) => {
  // Systems other than Linux have only the first loopback address.
  const own = process.platform === 'linux' ? { localAddress: '127.0.0.' + (2 + (n % 50)) } : {};
  const socket = connect({ port, host: '127.0.0.1', ...own });
  socket.on('connect', () => { opened += 1; done(); });
  socket.on('error', () => done());
  socket.on('close', () => { closed += 1; if (closed === count) console.log('closed ' + opened); });
});
for (let n = 0; n < count; n += 250) {
  const wave = Math.min(250, count - n);
  await Promise.all(Array.from({ length: wave }, (_, i) => open(n + i)));
}
console.log('opened ' + opened);
`;

/** Maximum open files of this process. */
export function openFilesLimit(): number {
  const { stdout } = spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' });
  return stdout.trim() === 'unlimited' ? Number.POSITIVE_INFINITY : Number(stdout);
}

/** Silent connections, opened by a separate process because both ends of a socket count as open files. */
export class SilentConnections {
  readonly #child: ChildProcess;
  readonly #counts = new Map<string, number>();

  constructor(port: number, count: number) {
    const args = ['--input-type=module', '--eval', OPEN_CONNECTIONS, String(port), String(count)];
    this.#child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    if (this.#child.stdout === null) return;
    createInterface(this.#child.stdout).on('line', (line) => {
      const [word = '', number] = line.split(' ');
      this.#counts.set(word, Number(number));
    });
  }

  /** How many connections were opened, once all of them were tried. */
  get opened(): number | undefined {
    return this.#counts.get('opened');
  }

  /** How many of those were closed by the server, once all are. */
  get closed(): number | undefined {
    return this.#counts.get('closed');
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
