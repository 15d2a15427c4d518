/** Our own PostgreSQL cannot run; the message is an actionable sentence. */
export class PostgresError extends Error {
  override name = 'PostgresError';
}
