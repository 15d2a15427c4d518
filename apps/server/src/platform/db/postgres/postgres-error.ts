/** Our own PostgreSQL cannot run; the message is a sentence a person can act on. */
export class PostgresError extends Error {
  override name = 'PostgresError';
}
