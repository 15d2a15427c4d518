import type { AuditAction, AuditKind } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Services } from '../../../platform/services.ts';
import { seenSubjects } from './audit.repository.ts';
import { namesRecord, subjectKey, subjectNames } from './subject-names.ts';

/** A call by a person for which no service wrote an entry. */
export interface AuditedCall {
  /** Its name in the contract, such as `vor.set`. */
  readonly name: string;
  readonly kind: AuditKind;
  readonly action: AuditAction;
  /** Id of the record; empty if the call concerns several. */
  readonly id: string;
  /** Parameters in the URL: for an export, what was exported. */
  readonly asked: Readonly<Record<string, unknown>>;
  /** Names of the fields that the body set. Values are not logged: some are personal data. */
  readonly fields: readonly string[];
}

/** Writes the entries of calls whose services write none themselves. */
export class AuditedCalls {
  constructor(private readonly services: Pick<Services, 'db'>) {}

  async happened(viewer: Viewer, call: AuditedCall): Promise<void> {
    const { kind, action, id, asked, fields } = call;
    const { db } = this.services;
    // Within the viewer's scope, so that an id in a call cannot reveal the name of another's record.
    const names = namesRecord(kind, call.name)
      ? await db.asViewer(viewer, (trx) => subjectNames(trx, [{ kind, id }]))
      : null;
    await db.asSystem(async (trx) => {
      const isNamed = (kind === 'vehicle' || kind === 'driver') && Number(id) > 0;
      const seen = isNamed ? await seenSubjects(trx, kind, [Number(id)]) : undefined;
      const subject = seen?.get(Number(id));
      const name = subject?.name ?? names?.get(subjectKey({ kind, id })) ?? '';
      await recordChange(trx, {
        customerId: subject?.customerId ?? viewer.customerId,
        actor: await actorOf(trx, viewer),
        subject: { kind, id, name },
        action,
        before: null,
        after: { call: call.name, ...asked, ...(fields.length === 0 ? {} : { fields }) },
      });
    });
  }
}
