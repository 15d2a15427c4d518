import type { AuditKind } from '@roadworthy/domain';
import { type ColumnOf, type Table, tableOf } from '../../../platform/tables/index.ts';
import { isTextKey, textOf, type Wording } from '../../../platform/texts.ts';
import type { AuditRow } from './audit.repository.ts';

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The changed fields of an entry as text: `vin: "A" → "B"`, one after the other. */
function changesText({ before, after }: AuditRow): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => {
      const [from, to] = [before?.[name], after?.[name]];
      if (before === null) return `${name}: ${shown(to)}`;
      if (after === null) return `${name}: ${shown(from)}`;
      return `${name}: ${shown(from)} → ${shown(to)}`;
    })
    .join('; ');
}

function kindText(kind: AuditKind, language: Wording): string {
  const key = `audit.kind.${kind}`;
  return isTextKey(key) ? textOf(language, key) : kind;
}

/** Entries of the log as rows of a file. */
export function auditTable(rows: readonly AuditRow[], language: Wording): Table {
  const columns: readonly ColumnOf<AuditRow>[] = [
    { name: 'report.column.time', type: 'moment', value: (row) => row.at.getTime() },
    { name: 'report.column.person', type: 'text', value: (row) => row.actor_name },
    {
      name: 'report.column.action',
      type: 'text',
      value: (row) => textOf(language, `audit.action.${row.action}`),
    },
    {
      name: 'report.column.kind',
      type: 'text',
      value: (row) => kindText(row.subject_kind, language),
    },
    { name: 'report.column.record', type: 'text', value: (row) => row.subject_name },
    { name: 'report.column.recordId', type: 'text', value: (row) => row.subject_id },
    { name: 'report.column.changes', type: 'text', value: changesText },
  ];
  return tableOf(rows, columns);
}
