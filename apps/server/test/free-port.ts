import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ports that the system lends to outgoing connections, which could take one meanwhile. */
const FIRST = 20_000;
const COUNT = 10_000;

/** One file for each port that a test process holds; it contains the id of that process. */
const HELD_FOLDER = join(tmpdir(), 'roadworthy-test-ports');

const held = new Set<string>();

process.once('exit', () => {
  for (const file of held) rmSync(file, { force: true });
});

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Takes a port for this process. Answers false when a running process, this one too, has it. */
function take(port: number): boolean {
  const file = join(HELD_FOLDER, String(port));
  mkdirSync(HELD_FOLDER, { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch {
    // A process that was killed leaves its file. Its port is free from the next try on.
    const holder = held.has(file) ? process.pid : Number(readHolder(file));
    if (!runs(holder)) rmSync(file, { force: true });
    return false;
  }
  held.add(file);
  return true;
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8') || String(process.pid);
  } catch {
    return String(process.pid);
  }
}

/** Whether a server can listen on the port of every address of this machine. */
function listens(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen(port, () => server.close(() => done(true)));
  });
}

/**
 * A port that nothing listens on, that no outgoing connection is given, and that no other test
 * process is given until this process ends.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (take(port) && (await listens(port))) return port;
  }
}
