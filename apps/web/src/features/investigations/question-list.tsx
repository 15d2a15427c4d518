import { useTranslation } from 'react-i18next';
import { cx, stack } from '../../ui/look/look.ts';
import {
  type AnswerFieldProps,
  ChoiceAnswer,
  DateAnswer,
  DropdownAndTextAnswer,
  TextAnswer,
} from './answer-fields.tsx';
import { FileAnswer } from './file-answer.tsx';
import styles from './investigations.module.css';
import { answerOf, keptAnswer, type Question } from './investigations-form.ts';
import type { InvestigationForm } from './use-investigation-form.ts';

/** The field of each type of answer; an unknown type is a text (I-40, I-P03). */
const FIELDS: Readonly<Record<string, (props: AnswerFieldProps) => React.ReactNode>> = {
  CHOICE: ChoiceAnswer,
  DATE: DateAnswer,
  DROPDOWN_AND_TEXT: DropdownAndTextAnswer,
};

function QuestionField({
  question,
  form,
}: {
  readonly question: Question;
  readonly form: InvestigationForm;
}) {
  const { investigation, draft, isDisabled, faultTexts, change, touch } = form;
  const { id, answer_type: type } = question;
  const given = answerOf(draft, id);
  const fault = faultTexts(id);
  if (type === 'FILE') {
    return (
      <FileAnswer
        question={question}
        draft={given}
        kept={keptAnswer(investigation, id)}
        isDisabled={isDisabled}
        fault={fault}
        onChange={(changes) => change(id, changes)}
      />
    );
  }
  const AnswerField = FIELDS[type] ?? TextAnswer;
  return (
    <AnswerField
      question={question}
      answer={given.answer}
      isDisabled={isDisabled}
      fault={fault}
      onChange={(answer) => change(id, { answer })}
      onBlur={() => touch(id)}
    />
  );
}

/** Section "Questions & Answers" (requirement I-22). */
export function QuestionList({ form }: { readonly form: InvestigationForm }) {
  const { t } = useTranslation();
  return (
    <section className="panel" aria-labelledby="investigation-questions">
      <h2 id="investigation-questions">{t('investigation.questions')}</h2>
      <ol className={cx(stack({ gap: 6, margin: 0, padding: 0, list: true }), styles.questions)}>
        {form.investigation.template.questions.map((question) => (
          <li key={question.id}>
            <QuestionField question={question} form={form} />
          </li>
        ))}
      </ol>
    </section>
  );
}
