import type { AuditKind } from '@roadworthy/domain';
import type { Services } from '../services.ts';
import { recordChange } from './record.ts';

/** A credential that was refused: a security event (OWASP ASVS 5.0, 16.3.1). */
export interface Refusal {
  /** What was shown; `confirmation` is the password that a signed-in person enters again. */
  readonly method: 'password' | 'code' | 'passkey' | 'confirmation' | 'api_token' | 'partner_key';
  /** `locked` where the try reached the limit, or met an account that is locked. */
  readonly outcome: 'refused' | 'locked';
  /** Network address of the caller. */
  readonly address: string;
  /** Failures in a row from this address, where they are counted. */
  readonly failures?: number;
  /** Whose it is; null where nobody has it, which then stands in the server log alone. */
  readonly owner: {
    readonly customerId: number | null;
    readonly kind: Extract<AuditKind, 'user' | 'api_token' | 'partner_key'>;
    readonly id: number;
    readonly name: string;
  } | null;
}

/**
 * Reports a refused credential in the server log, without a personal datum, and in the audit log of its
 * owner. The entry is written after the answer, so that the time of the answer does not say whether
 * there is an owner. A try while an account is locked has no `failures` and leaves no further entry.
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
