import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { AnswerType } from '@roadworthy/domain';

export type Template = AnswerOf<typeof contract.investigations.template>;
type Body = BodyOf<typeof contract.investigations.createTemplate>;

/** A question as it stands in the form. */
export interface QuestionDraft {
  /** Its own in the form, whatever its place. */
  readonly key: number;
  readonly question: string;
  readonly answer_type: AnswerType;
  /** One choice a line. */
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

/** Whether an answer of this type is chosen from some. */
export const hasChoices = (type: AnswerType): boolean => WITH_CHOICES.has(type);

/** A question that is not written yet, with a key that none of the others has. */
export function newQuestion(questions: readonly QuestionDraft[]): QuestionDraft {
  const key = Math.max(0, ...questions.map((one) => one.key)) + 1;
  return { key, question: '', answer_type: 'TEXT', choices: '' };
}

/** The form as a template was read; of a new one, with a first question to write. */
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

/** The choices of a question, one a line; empty lines are none. */
export const choicesOf = ({ choices }: Pick<QuestionDraft, 'choices'>): string[] =>
  choices
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What is sent: the questions in their order, choices only where the type has some. */
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

/** Key of the text about what is wrong with a question; null where nothing is. */
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
