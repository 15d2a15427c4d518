import { ApiError } from '../../api/client.ts';

/** The error text of a failed password call, for a toast. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? (error.body.message ?? error.message) : String(error);
}

/** The server's error about the new password, shown next to its field, or null. */
export function passwordRefusal(error: unknown): string | null {
  return error instanceof ApiError ? (error.body.errors?.password?.[0] ?? null) : null;
}
