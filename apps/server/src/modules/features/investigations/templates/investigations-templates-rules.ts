import type { AnswerType } from '@roadworthy/domain';
import { wrongField } from '../../../../platform/errors.ts';
import type { QuestionValues } from './investigations-templates.repository.ts';

const WITH_CHOICES: ReadonlySet<AnswerType> = new Set(['CHOICE', 'DROPDOWN_AND_TEXT']);
const MIN_CHOICES = 2;

/**
 * Checks the questions of a template, and drops choices from answer types without choices.
 *
 * @throws HttpError 400 on the question for too few or duplicate choices, a choice with the bar
 *   that joins the two parts of an answer (requirement I-41), or a duplicate question
 */
export function questionsFrom(given: readonly QuestionValues[]): QuestionValues[] {
  const texts = given.map(({ question }) => question.toLowerCase());
  return given.map((one, n) => {
    if (texts.indexOf(one.question.toLowerCase()) !== n) {
      throw wrongField(`questions.${n}.question`, 'investigation.question_twice');
    }
    if (!WITH_CHOICES.has(one.answer_type)) return { ...one, answer_choices: [] };
    const field = `questions.${n}.answer_choices`;
    const { answer_choices: choices } = one;
    if (choices.length < MIN_CHOICES) throw wrongField(field, 'investigation.choices_too_few');
    if (choices.some((choice) => choice.includes('|'))) {
      throw wrongField(field, 'investigation.choice_bar');
    }
    if (new Set(choices.map((choice) => choice.toLowerCase())).size < choices.length) {
      throw wrongField(field, 'investigation.choice_twice');
    }
    return one;
  });
}
