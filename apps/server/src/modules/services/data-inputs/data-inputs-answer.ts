import type { AnswerOf, contract } from '@roadworthy/contract';
import { type DataInputState, toApiDateTime } from '@roadworthy/domain';
import { failureText } from '../../../platform/deliveries/index.ts';
import type { AuditedRow } from '../../../platform/resource.ts';
import type { LanguageReference } from '../../../platform/texts.ts';
import type { InputRow, MessageRow } from './data-inputs.repository.ts';
import { isMapped } from './data-inputs-rules.ts';

type Calls = typeof contract.dataInputs;
export type Input = AnswerOf<Calls['read']>;

const momentOrNull = (date: Date | null) => (date === null ? null : toApiDateTime(date.getTime()));
const textOrNull = (language: LanguageReference, code: string | null) =>
  code === null ? null : failureText(language, code);

function stateOf(row: InputRow): DataInputState {
  if (!row.is_on) return 'off';
  if (row.kind === 'mqtt' && row.connected_at === null) return 'disconnected';
  if (row.is_refusing) return 'refusing';
  return row.last_message_at === null ? 'waiting' : 'receiving';
}

/** An input as its calls answer. */
export function toInput(row: InputRow, hasPassword: boolean, language: LanguageReference): Input {
  return {
    ...{ id: row.id, name: row.name, kind: row.kind, is_on: row.is_on },
    ...row.settings,
    mapping: { ...row.mapping, attributes: [...row.mapping.attributes] },
    is_mapped: isMapped(row.mapping),
    customer: { id: row.customer_id, name: row.customer_name },
    has_password: hasPassword,
    state: stateOf(row),
    last_message: momentOrNull(row.last_message_at),
    records_stored: row.records_stored,
    records_refused: row.records_refused,
    last_refused: momentOrNull(row.refused_at),
    last_refusal: textOrNull(language, row.refusal),
    connected_since: momentOrNull(row.connected_at),
    connection_error: textOrNull(language, row.connection_failure),
    created_at: toApiDateTime(row.created_at.getTime()),
    created_by: row.created_by,
  };
}

/** A message as it arrived; bytes that are no text are replaced. */
export function toMessage(
  row: MessageRow,
  language: LanguageReference,
): AnswerOf<Calls['messages']>['results'][number] {
  return {
    id: row.id,
    received_at: toApiDateTime(row.received_at.getTime()),
    topic: row.topic,
    content: row.content.toString('utf8').replaceAll('\0', '\uFFFD'),
    is_shortened: row.full_bytes > row.content.length,
    refusal: textOrNull(language, row.refusal),
    problems: row.problems,
  };
}

/** An input as the audit log stores it, without credentials. */
export const described = (row: InputRow): AuditedRow => ({
  customerId: row.customer_id,
  subject: { kind: 'data_input', id: String(row.id), name: row.name },
  facts: {
    ...{ name: row.name, kind: row.kind, is_on: row.is_on },
    ...row.settings,
    mapping: JSON.stringify(row.mapping),
  },
});
