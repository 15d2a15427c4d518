import { ApiError } from '../../api/client.ts';

/** What a refused password call says, for a toast. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? (error.body.message ?? error.message) : String(error);
}

/** What the server says of the new password itself, to be shown beside its field, or null. */
export function passwordRefusal(error: unknown): string | null {
  return error instanceof ApiError ? (error.body.errors?.password?.[0] ?? null) : null;
}
