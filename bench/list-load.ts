import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * What the thread of the load runs; it stands on its own, because only its text goes there. Each
 * connection asks again as soon as it has its answer.
 */
function load(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { connect } = process.getBuiltinModule('node:net');
  const { port, path, token, connections, durationMs } = workerData;
  const question = `GET ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const endMs = performance.now() + durationMs;
  let answers = 0;
  let failed = 0;
  let open = connections;
  for (let n = 0; n < connections; n += 1) {
    const socket = connect(port, '127.0.0.1');
    let missing = 0;
    socket.setNoDelay(true);
    socket.on('connect', () => socket.write(question));
    socket.on('data', (part: Buffer) => {
      let rest = part.length;
      if (missing === 0) {
        const head = part.indexOf('\r\n\r\n');
        const text = part.subarray(0, head).toString('latin1');
        if (!text.startsWith('HTTP/1.1 200')) failed += 1;
        missing = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
        rest -= head + 4;
      }
      missing -= rest;
      if (missing > 0) return;
      answers += 1;
      if (performance.now() < endMs) return void socket.write(question);
      socket.destroy();
      open -= 1;
      if (open === 0) parentPort?.postMessage({ answers, failed });
    });
  }
}

/**
 * Asks for an address over many connections, from a thread of its own.
 *
 * @returns answers a second
 */
export async function answersPerSecond(
  url: URL,
  token: string,
  { connections, durationS }: { readonly connections: number; readonly durationS: number },
): Promise<number> {
  const worker = new Worker(`(${load.toString()})()`, {
    eval: true,
    workerData: {
      port: Number(url.port),
      path: `${url.pathname}${url.search}`,
      token,
      connections,
      durationMs: durationS * 1000,
    },
  });
  const [{ answers, failed }] = (await once(worker, 'message')) as [
    { answers: number; failed: number },
  ];
  await worker.terminate();
  if (failed > 0) throw new Error(`${failed} of ${answers} answers are not what was asked for.`);
  return answers / durationS;
}
