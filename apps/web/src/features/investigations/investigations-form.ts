import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { type AnswerError, answerError } from '@roadworthy/domain';
import { dataUrlOf } from '../../ui/data-url.ts';

export type Investigation = AnswerOf<typeof contract.investigations.read>;
export type Question = Investigation['template']['questions'][number];
export type Answer = Investigation['answers'][number];
type Update = BodyOf<typeof contract.investigations.update>;
type AnswerUpdate = Update['answers'][number];

/** An answer in the form. */
export interface DraftAnswer {
  /** In the stored format (requirements I-41, I-47). */
  readonly answer: string;
  /** A new attachment. */
  readonly file: File | null;
  /** Whether to delete the stored attachment. */
  readonly isRemoved: boolean;
}

/** Form values: answers by question id, and the signature as a data URL. */
export interface Draft {
  readonly answers: Readonly<Record<number, DraftAnswer>>;
  readonly signature: string;
}

const EMPTY: DraftAnswer = { answer: '', file: null, isRemoved: false };

export const answerOf = ({ answers }: Draft, questionId: number): DraftAnswer =>
  answers[questionId] ?? EMPTY;

/** The stored answer to a question. */
export const keptAnswer = (
  { answers }: Pick<Investigation, 'answers'>,
  questionId: number,
): Answer | undefined => answers.find(({ question }) => question.id === questionId);

/** Form values of an investigation. */
export function draftOf({ answers }: Pick<Investigation, 'answers'>): Draft {
  const kept = answers.map(({ question, answer }) => [question.id, { ...EMPTY, answer }] as const);
  return { answers: Object.fromEntries(kept), signature: '' };
}

/** Errors by question id (requirements I-42 to I-45). */
export function faultsOf(
  questions: readonly Question[],
  draft: Draft,
): Readonly<Record<number, AnswerError>> {
  const faults: Record<number, AnswerError> = {};
  for (const question of questions) {
    const fault = answerError(question, answerOf(draft, question.id).answer);
    if (fault !== null) faults[question.id] = fault;
  }
  return faults;
}

async function entryOf(
  questionId: number,
  { answer, file, isRemoved }: DraftAnswer,
  kept: Answer | undefined,
): Promise<AnswerUpdate | null> {
  if (kept === undefined && answer === '' && file === null) return null;
  return {
    answer,
    ...(kept === undefined ? { question_id: questionId } : { id: kept.id }),
    ...(file === null ? {} : { attachment: await dataUrlOf(file) }),
    ...(isRemoved && file === null ? { remove: true as const } : {}),
  };
}

/**
 * The request body (requirements I-29, I-30, I-48): each answer by its id, or by its question if it
 * is new; COMPLETE with a signature, else PENDING.
 */
export async function updateOf(investigation: Investigation, draft: Draft): Promise<Update> {
  const { questions } = investigation.template;
  const entries = await Promise.all(
    questions.map(({ id }) => entryOf(id, answerOf(draft, id), keptAnswer(investigation, id))),
  );
  return {
    answers: entries.filter((entry) => entry !== null),
    signoff_signature: draft.signature,
    status: draft.signature === '' ? 'PENDING' : 'COMPLETE',
    revision: investigation.revision,
  };
}

/** Whether it is complete; the status may be in lower case (requirement I-34). */
export const isComplete = ({ status }: { readonly status: string }): boolean =>
  status.toUpperCase() === 'COMPLETE';
