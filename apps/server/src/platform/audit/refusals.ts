import type { AuditKind } from '@roadworthy/domain';
import type { Services } from '../services.ts';
import { recordChange } from './record.ts';

/** A credential that was refused: a security event (OWASP ASVS 5.0, 16.3.1). */
export interface Refusal {
  /** The kind of credential; `confirmation` is the password that a signed-in user enters again. */
  readonly method: 'password' | 'code' | 'passkey' | 'confirmation' | 'api_token' | 'partner_key';
  /** `locked` if the attempt reached the limit, or the account was locked already. */
  readonly outcome: 'refused' | 'locked';
  /** Network address of the caller. */
  readonly address: string;
  /** Consecutive failures from this address, if counted. */
  readonly failures?: number;
  /** The user; null for an unknown one, who is recorded in the server log only. */
  readonly owner: {
    readonly customerId: number | null;
    readonly kind: Extract<AuditKind, 'user' | 'api_token' | 'partner_key'>;
    readonly id: number;
    readonly name: string;
  } | null;
}

/**
 * Reports a refused credential in the server log, without personal data, and in the audit log of its
 * owner. The entry is written after the response, so that timing does not reveal whether there is an
 * owner. An attempt on a locked account has no `failures` and creates no further entry.
 */
export function reportRefusal({ db, log }: Pick<Services, 'db' | 'log'>, refusal: Refusal): void {
  const { method, outcome, address, failures, owner } = refusal;
  const about = owner === null ? {} : { kind: owner.kind, id: owner.id };
  log.warn({ event: 'sign_in_refused', method, outcome, ...about }, 'sign-in refused');
  if (owner === null || (outcome === 'locked' && failures === undefined)) return;
  const { customerId, kind, id, name } = owner;
  const after = { method, outcome, address, ...(failures === undefined ? {} : { failures }) };
  const write = () =>
    db.asSystem((trx) =>
      recordChange(trx, {
        customerId,
        actor: { userId: null, name: '' },
        subject: { kind, id: String(id), name },
        action: 'refused',
        before: null,
        after,
      }),
    );
  setImmediate(() => {
    write().catch((error: unknown) =>
      log.error({ err: error }, 'a refused sign-in could not be recorded'),
    );
  });
}
