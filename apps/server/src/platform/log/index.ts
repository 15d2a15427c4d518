import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { lineKey, RepeatedLines } from './repeated-lines.ts';

/** A structured log: fields first, then a short sentence. Never log secrets or personal data. */
export type Log = FastifyBaseLogger;

/** Fields that are removed even if a whole object is logged. */
const REDACTED = [
  'password',
  'token',
  'authorization',
  'cookie',
  'email',
  '*.password',
  '*.token',
  '*.authorization',
  '*.cookie',
  '*.email',
  'req.headers',
];

/** Pino's number of the level `warn`. */
const WARN = 40;

/** Counts identical warnings and errors instead of writing each. */
function holdsRepeats(): NonNullable<pino.LoggerOptions['hooks']> {
  const repeated = new RepeatedLines();
  return {
    logMethod(args, method, level) {
      if (level < WARN) return method.apply(this, args);
      const [first, text] = args as [unknown, unknown];
      repeated.take(lineKey(level, first, text), (count) => {
        if (count === 1) return method.apply(this, args);
        const isObject = typeof first === 'object' && first !== null;
        const fields = { ...(isObject ? first : {}), repeated: count };
        method.apply(this, [fields, isObject ? text : first] as unknown as typeof args);
      });
    },
  };
}

/**
 * A log of JSON lines on standard output. Of identical warnings and errors, the first is written, and
 * then once a minute their number as `repeated`.
 *
 * @param level minimum level, for example `info`
 * @param destination receives each line; standard output by default
 */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: holdsRepeats(),
    redact: { paths: REDACTED, censor: '[redacted]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
