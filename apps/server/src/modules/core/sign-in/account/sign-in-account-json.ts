import type { passkeysOf } from '../second-factor/sign-in-second-factor.repository.ts';
import type { tokensOf } from './sign-in-account.repository.ts';

/** Number of characters by which users recognise a token. */
export const HINT_LENGTH = 4;

export function toPasskey(row: Awaited<ReturnType<typeof passkeysOf>>[number]) {
  return {
    id: Number(row.id),
    name: row.name,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}

export function toToken(row: Awaited<ReturnType<typeof tokensOf>>[number]) {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes as ('read' | 'write' | 'administration')[],
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
