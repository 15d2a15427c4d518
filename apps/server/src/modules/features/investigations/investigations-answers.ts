import type { BodyOf, contract } from '@roadworthy/contract';
import { type AnswerError, answerError } from '@roadworthy/domain';
import { badRequest, conflict, type ErrorMessage, wrongField } from '../../../platform/errors.ts';
import type { AnswerRow } from './investigations.repository.ts';
import type { QuestionRow } from './templates/investigations-templates.repository.ts';

type Body = BodyOf<typeof contract.investigations.update>;
type Entry = Body['answers'][number];

/** Requirement I-49. */
const INCOMPLETE = 'investigation.incomplete';
const TEXTS: Readonly<Record<AnswerError, ErrorMessage>> = {
  required: 'validation.required',
  tooLong: 'investigation.answer_too_long',
  notOffered: 'investigation.choice_unknown',
  notADay: 'investigation.day_format',
};

/** A valid entry of the request. */
export interface AcceptedAnswer {
  /** Position in the request, for the field names of errors. */
  readonly index: number;
  readonly question: QuestionRow;
  readonly answer: string;
  /** A data URL; null without a new attachment. */
  readonly attachment: string | null;
  /** The saved answer; null for a new one. */
  readonly before: AnswerRow | null;
  readonly isRemoved: boolean;
}

/** Questions and saved answers of an investigation. */
export interface Answered {
  readonly questions: readonly QuestionRow[];
  readonly answers: readonly AnswerRow[];
}

/** The question that an entry answers, and the answer that it replaces (requirement I-48). */
function targetOf(entry: Entry, index: number, { questions, answers }: Answered) {
  const field = `answers.${index}`;
  if ((entry.id === undefined) === (entry.question_id === undefined)) {
    throw wrongField(field, 'investigation.answer_or_question');
  }
  const before = answers.find(({ id }) => id === entry.id) ?? null;
  if (entry.id !== undefined && before === null) {
    throw wrongField(`${field}.id`, 'investigation.answer_missing');
  }
  const questionId = before?.question_id ?? entry.question_id;
  const question = questions.find(({ id }) => id === questionId);
  if (question === undefined) {
    throw wrongField(`${field}.question_id`, 'investigation.question_missing');
  }
  if (before === null && answers.some(({ question_id }) => question_id === question.id)) {
    throw conflict('investigation.answered_meanwhile');
  }
  return { question, before };
}

function accept(entry: Entry, index: number, of: Answered): AcceptedAnswer {
  const { question, before } = targetOf(entry, index, of);
  const field = `answers.${index}`;
  const error = answerError(question, entry.answer);
  // Required answers may follow later; invalid ones are refused at once.
  if (error !== null && error !== 'required') throw wrongField(`${field}.answer`, TEXTS[error]);
  const isFile = question.answer_type === 'FILE';
  if (!isFile && (entry.attachment !== undefined || entry.remove === true)) {
    throw wrongField(`${field}.attachment`, 'investigation.attachment_needs_file');
  }
  // An address is the saved attachment sent back unchanged.
  const isNew = entry.attachment?.startsWith('data:') === true;
  return {
    index,
    question,
    answer: entry.answer,
    attachment: isNew ? (entry.attachment ?? null) : null,
    before,
    isRemoved: entry.remove === true && !isNew,
  };
}

/**
 * Checks the entries of a request.
 *
 * @throws HttpError 400 with the invalid field, 409 if another person has answered in the meantime
 */
export function acceptAnswers(entries: readonly Entry[], of: Answered): AcceptedAnswer[] {
  const accepted = entries.map((entry, index) => accept(entry, index, of));
  for (const { question, index } of accepted) {
    if (accepted.findIndex((one) => one.question.id === question.id) !== index) {
      throw wrongField(`answers.${index}`, 'investigation.answered_twice');
    }
  }
  return accepted;
}

/**
 * Checks that an investigation can be completed: all required questions are answered, and it is
 * signed (requirements I-29, I-43, OP-005).
 *
 * @throws HttpError 400 with an error on each question and on the signature
 */
export function refuseIncomplete(
  { questions, answers }: Answered,
  accepted: readonly AcceptedAnswer[],
  isSigned: boolean,
): void {
  const errors: Record<string, ErrorMessage[]> = {};
  for (const question of questions) {
    const given = accepted.find((one) => one.question.id === question.id);
    const kept = answers.find(({ question_id }) => question_id === question.id);
    const error = answerError(question, (given ?? kept)?.answer ?? '');
    if (error !== null) errors[`questions.${question.id}`] = [TEXTS[error]];
  }
  if (!isSigned) errors.signoff_signature = ['investigation.signature_required'];
  if (Object.keys(errors).length > 0) throw badRequest(INCOMPLETE, { errors });
}
