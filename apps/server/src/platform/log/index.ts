import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';

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

/**
 * A log of JSON lines on standard output.
 *
 * @param level least severe level written, for example `info`
 * @param destination takes each line; standard output unless told
 */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED, censor: '[redacted]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
