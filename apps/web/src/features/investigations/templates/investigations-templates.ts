import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { AnswerType } from '@roadworthy/domain';

export type Template = AnswerOf<typeof contract.investigations.template>;
type Body = BodyOf<typeof contract.investigations.createTemplate>;

/** A question in the form. */
export interface QuestionDraft {
  /** Stable key in the form, independent of the position. */
  readonly key: number;
  readonly question: string;
  readonly answer_type: AnswerType;
  /** One choice per line. */
  readonly choices: string;
}

export interface TemplateDraft {
  readonly title: string;
  readonly activity_type: number | null;
  readonly due_days: string;
  readonly assignee: number | null;
  readonly questions: readonly QuestionDraft[];
}

const DEFAULT_DUE_DAYS = 14;
const WITH_CHOICES: ReadonlySet<AnswerType> = new Set(['CHOICE', 'DROPDOWN_AND_TEXT']);
const LEAST_CHOICES = 2;

/** Whether an answer of this type is a choice. */
export const hasChoices = (type: AnswerType): boolean => WITH_CHOICES.has(type);

/** An empty question with a unique key. */
export function newQuestion(questions: readonly QuestionDraft[]): QuestionDraft {
  const key = Math.max(0, ...questions.map((one) => one.key)) + 1;
  return { key, question: '', answer_type: 'TEXT', choices: '' };
}

/** Form values of a template; a new one has an empty first question. */
export function draftOf(one: Template | null): TemplateDraft {
  const questions = (one?.questions ?? []).map(({ id, answer_choices, ...question }) => ({
    key: id,
    question: question.question,
    answer_type: question.answer_type,
    choices: answer_choices.join('\n'),
  }));
  return {
    title: one?.title ?? '',
    activity_type: one?.activity_type ?? null,
    due_days: String(one?.due_days ?? DEFAULT_DUE_DAYS),
    assignee: one?.assignee?.id ?? null,
    questions: questions.length > 0 ? questions : [newQuestion([])],
  };
}

/** The choices of a question, one per line; empty lines are ignored. */
export const choicesOf = ({ choices }: Pick<QuestionDraft, 'choices'>): string[] =>
  choices
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The request body: questions in order, with choices only if the type has them. */
export function bodyOf(draft: TemplateDraft, one: Template | null): Body {
  return {
    title: draft.title.trim(),
    activity_type: draft.activity_type ?? 0,
    due_days: Number(draft.due_days),
    assignee: draft.assignee,
    archived: one?.archived ?? false,
    ...(one === null ? {} : { version: one.version }),
    questions: draft.questions.map((question) => ({
      question: question.question.trim(),
      answer_type: question.answer_type,
      answer_choices: hasChoices(question.answer_type) ? choicesOf(question) : [],
    })),
  };
}

/** Key of the error text of a question; null if valid. */
export function questionFault(
  question: QuestionDraft,
  questions: readonly QuestionDraft[],
): string | null {
  const text = question.question.trim().toLowerCase();
  if (text.length < 2) return 'templates.noQuestion';
  if (questions.some((one) => one !== question && one.question.trim().toLowerCase() === text)) {
    return 'templates.sameQuestion';
  }
  if (!hasChoices(question.answer_type)) return null;
  const choices = choicesOf(question);
  if (choices.length < LEAST_CHOICES) return 'templates.fewChoices';
  if (choices.some((choice) => choice.includes('|'))) return 'templates.barInChoice';
  const distinct = new Set(choices.map((choice) => choice.toLowerCase()));
  return distinct.size < choices.length ? 'templates.sameChoice' : null;
}
