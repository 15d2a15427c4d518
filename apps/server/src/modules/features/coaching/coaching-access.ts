import type { Viewer } from '../../../platform/auth/index.ts';
import { forbidden } from '../../../platform/errors.ts';

/**
 * Coaching shows events, so it needs the module Events besides the one of its calls.
 *
 * @throws HttpError 403 without it
 */
export function checkMaySeeEvents({ modules }: Pick<Viewer, 'modules'>): void {
  if (!modules.includes('Events')) throw forbidden('access.denied');
}
