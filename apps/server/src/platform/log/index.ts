import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { lineKey, RepeatedLines } from './repeated-lines.ts';

/** A structured log; fields first, then a short sentence. Never a secret, never a personal datum. */
export type Log = FastifyBaseLogger;

/** Fields that must not be written even where somebody logs a whole object. */
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

/** Pino's number of the severity `warn`. */
const WARN = 40;

/** Counts equal warnings and errors instead of writing each of them. */
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
 * A log of JSON lines on standard output. Of equal warnings and errors the first is written, and once a
 * minute how often it was `repeated`.
 *
 * @param level least severe level written, for example `info`
 * @param destination takes each line; standard output unless told
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
