/** Types of answers of an investigation (requirements I-35 to I-39). */
export const ANSWER_TYPES = ['TEXT', 'CHOICE', 'DATE', 'DROPDOWN_AND_TEXT', 'FILE'] as const;
export type AnswerType = (typeof ANSWER_TYPES)[number];

/** Longest text of an answer (requirement I-44). */
export const MAX_ANSWER_LENGTH = 255;

/** Separator of the two parts of a DROPDOWN_AND_TEXT answer (requirement I-41). */
const BAR = '|';
const MIDNIGHT = 'T00:00:00Z';
const AT_MIDNIGHT = /^(\d{4}-\d{2}-\d{2})T00:00:00(\.0{1,3})?Z$/;

/** The parts of a question that decide which answers are valid. */
export interface QuestionRule {
  /** One of {@link ANSWER_TYPES}; any other is treated as TEXT (requirements I-40, I-P03). */
  readonly answer_type: string;
  readonly answer_choices: readonly string[];
}

/** Whether a question must be answered (requirement I-43). */
export const isAnswerRequired = ({ answer_type }: Pick<QuestionRule, 'answer_type'>): boolean =>
  answer_type !== 'FILE';

/**
 * The two parts of a DROPDOWN_AND_TEXT answer; a string without a bar is the dropdown part only
 * (requirement I-41, OP-061). Choices have no bar; the text may.
 */
export function dropdownAndText(answer: string): { choice: string; text: string } {
  const at = answer.indexOf(BAR);
  if (at < 0) return { choice: answer, text: '' };
  return { choice: answer.slice(0, at), text: answer.slice(at + 1) };
}

/** The stored form of a DROPDOWN_AND_TEXT answer (requirement I-41); empty where both parts are empty. */
export function joinDropdownAndText(choice: string, text: string): string {
  return choice === '' && text === '' ? '' : `${choice}${BAR}${text}`;
}

/** A day, YYYY-MM-DD, as a DATE answer is stored: its midnight in UTC (requirement I-47). */
export const dateAnswer = (day: string): string => (day === '' ? '' : `${day}${MIDNIGHT}`);

/** The day of a DATE answer, YYYY-MM-DD (requirement I-46); empty for an invalid one. */
export function dayOfAnswer(answer: string): string {
  const day = AT_MIDNIGHT.exec(answer)?.[1] ?? '';
  const time = Date.parse(`${day}${MIDNIGHT}`);
  // JavaScript reads 31 February as 3 March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? '' : day;
}

/** Validation errors of an answer. */
export type AnswerError = 'required' | 'tooLong' | 'notOffered' | 'notADay';

function dropdownFault(question: QuestionRule, answer: string): AnswerError | null {
  const { choice, text } = dropdownAndText(answer);
  if (choice !== '' && !question.answer_choices.includes(choice)) return 'notOffered';
  if (text.length > MAX_ANSWER_LENGTH) return 'tooLong';
  return choice === '' || text.trim() === '' ? 'required' : null;
}

/**
 * The validation error of an answer (requirements I-42 to I-44, I-47), or null. An empty answer to a
 * mandatory question is `required`, and so is half a DROPDOWN_AND_TEXT.
 */
export function answerError(question: QuestionRule, answer: string): AnswerError | null {
  if (answer.trim() === '') return isAnswerRequired(question) ? 'required' : null;
  switch (question.answer_type) {
    case 'CHOICE':
      return question.answer_choices.includes(answer) ? null : 'notOffered';
    case 'DATE':
      return dayOfAnswer(answer) === '' ? 'notADay' : null;
    case 'DROPDOWN_AND_TEXT':
      return dropdownFault(question, answer);
    default:
      return answer.length > MAX_ANSWER_LENGTH ? 'tooLong' : null;
  }
}
