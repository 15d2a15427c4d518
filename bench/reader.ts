import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What an answer took and weighed, as it came over the wire. */
export interface Reading {
  readonly ms: number;
  readonly bytes: number;
  readonly status: number;
}

/**
 * What the reader's thread runs; it stands on its own, because only its text goes there. Asks when
 * told, reads the whole answer without looking into it, and says how long that took.
 */
function reader(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { Agent, request } = process.getBuiltinModule('node:http');
  const agent = new Agent({ keepAlive: true });
  parentPort?.on('message', (url: string) => {
    const startedMs = performance.now();
    const asked = request(url, { agent, headers: workerData.headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => {
        const ms = performance.now() - startedMs;
        parentPort.postMessage({ ms, bytes, status: answer.statusCode });
      });
    });
    asked.end();
  });
}

/**
 * A reader with a thread of its own, as a browser has a machine of its own. It accepts what browsers
 * accept.
 *
 * @param token access token of the person who reads
 */
export function openReader(token: string) {
  const worker = new Worker(`(${reader.toString()})()`, {
    eval: true,
    workerData: {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br' },
    },
  });
  return {
    /** Asks for an address and reads the whole answer. */
    read: async (url: string): Promise<Reading> => {
      worker.postMessage(url);
      const [reading] = (await once(worker, 'message')) as [Reading];
      return reading;
    },
    close: async (): Promise<void> => {
      await worker.terminate();
    },
  };
}

/** The share of times that is at most this long. */
export function timeAt(timesMs: readonly number[], share: number): number {
  const sorted = [...timesMs].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

/** How long the reading of one question took. */
export interface TimedQuestion {
  readonly ms: number;
  readonly question: string;
}

/** How long the answers to a question took over all rounds. */
export interface QuestionFigures {
  /** As it was asked first. */
  readonly question: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/**
 * Reads the answers to all questions in each round, after two rounds that do not count.
 *
 * @param addressOf the address of a question
 * @returns the 95th percentile, the times from the slowest on, and the figures of each question
 */
export async function timeQuestions(
  token: string,
  questions: readonly ((round: number) => string)[],
  rounds: number,
  addressOf: (question: string) => string,
): Promise<{
  readonly p95Ms: number;
  readonly slowest: readonly TimedQuestion[];
  readonly each: readonly QuestionFigures[];
}> {
  const reader = openReader(token);
  const times: TimedQuestion[] = [];
  const timesOf = questions.map((): number[] => []);
  for (let n = -2; n < rounds; n += 1) {
    for (const [index, questionOf] of questions.entries()) {
      const question = questionOf(n + 2);
      const { ms, status } = await reader.read(addressOf(question));
      if (status !== 200) throw new Error(`The answer of ${addressOf(question)} is ${status}.`);
      if (n < 0) continue;
      times.push({ ms, question });
      timesOf[index]?.push(ms);
    }
  }
  await reader.close();
  const all = times.map(({ ms }) => ms);
  const each = questions.map((questionOf, index) => ({
    question: questionOf(0),
    p50Ms: timeAt(timesOf[index] ?? [], 0.5),
    p95Ms: timeAt(timesOf[index] ?? [], 0.95),
  }));
  return { p95Ms: timeAt(all, 0.95), slowest: times.sort((a, b) => b.ms - a.ms), each };
}

/** A timed question as text. */
export const timedText = (timed: TimedQuestion | undefined) =>
  `${timed?.question ?? ''} ${timed?.ms.toFixed(0) ?? ''} ms`;
