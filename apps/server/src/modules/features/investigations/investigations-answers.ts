import type { BodyOf, contract } from '@roadworthy/contract';
import { type AnswerFault, answerFault } from '@roadworthy/domain';
import { badRequest, conflict, type ErrorMessage, wrongField } from '../../../platform/errors.ts';
import type { AnswerRow } from './investigations.repository.ts';
import type { QuestionRow } from './templates/investigations-templates.repository.ts';

type Body = BodyOf<typeof contract.investigations.update>;
type Entry = Body['answers'][number];

/** Requirement I-49. */
const INCOMPLETE = 'investigation.incomplete';
const TEXTS: Readonly<Record<AnswerFault, ErrorMessage>> = {
  required: 'validation.required',
  tooLong: 'investigation.answer_too_long',
  notOffered: 'investigation.choice_unknown',
  notADay: 'investigation.day_format',
};

/** An entry of the request that is to be kept. */
export interface AcceptedAnswer {
  /** Its place in the request, for the fields of what is said of it. */
  readonly index: number;
  readonly question: QuestionRow;
  readonly answer: string;
  /** A data URL; null where no new attachment came. */
  readonly attachment: string | null;
  /** What was kept before; null for a new answer. */
  readonly before: AnswerRow | null;
  readonly isRemoved: boolean;
}

/** What a request may speak of. */
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
  const fault = answerFault(question, entry.answer);
  // What is missing may still come; what is wrong may not stay.
  if (fault !== null && fault !== 'required') throw wrongField(`${field}.answer`, TEXTS[fault]);
  const isFile = question.answer_type === 'FILE';
  if (!isFile && (entry.attachment !== undefined || entry.remove === true)) {
    throw wrongField(`${field}.attachment`, 'investigation.attachment_needs_file');
  }
  // An address is what is kept already, sent back: nothing new.
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
 * The entries of a request as they are to be kept.
 *
 * @throws HttpError 400 with the field for what is wrong, 409 for an answer that somebody else has given
 *   in the meantime
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
 * Makes sure that an investigation can be completed: every question that must be answered is, and it is
 * signed (requirements I-29, I-43, OP-005).
 *
 * @throws HttpError 400 with a text beside each question, and beside the signature
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
    const fault = answerFault(question, (given ?? kept)?.answer ?? '');
    if (fault !== null) errors[`questions.${question.id}`] = [TEXTS[fault]];
  }
  if (!isSigned) errors.signoff_signature = ['investigation.signature_required'];
  if (Object.keys(errors).length > 0) throw badRequest(INCOMPLETE, { errors });
}
