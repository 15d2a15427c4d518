import { ANSWER_TYPES, type AnswerType } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field/field.tsx';
import type { Ordered } from '../../../ui/ordered/ordered.ts';
import { OrderedItem } from '../../../ui/ordered/ordered-item.tsx';
import { Select } from '../../../ui/select/select.tsx';
import { hasChoices, type QuestionDraft } from './investigations-templates.ts';

/** A question of a template: text, type of answer, and choices if the type has them. */
export function QuestionEditor({
  question,
  fault,
  onChange,
  ordered,
}: {
  readonly question: QuestionDraft;
  /** Error text; null if valid. */
  readonly fault: string | null;
  readonly onChange: (changes: Partial<QuestionDraft>) => void;
  readonly ordered: Ordered;
}) {
  const { t } = useTranslation();
  const isOfChoices = fault !== null && /Choice/.test(fault);
  const texts = fault === null ? undefined : [t(fault)];
  return (
    <OrderedItem
      title={t('templates.question', { place: ordered.place })}
      texts="templates"
      ordered={ordered}
    >
      <Field label={t('templates.text')} isRequired fault={isOfChoices ? undefined : texts}>
        {(props) => (
          <textarea
            {...props}
            rows={2}
            maxLength={255}
            value={question.question}
            onChange={(event) => onChange({ question: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('templates.type')} fault={undefined}>
        {(props) => (
          <Select
            {...props}
            value={question.answer_type}
            onChange={(event) => onChange({ answer_type: event.currentTarget.value as AnswerType })}
          >
            {ANSWER_TYPES.map((type) => (
              <option key={type} value={type}>
                {t(`templates.type.${type}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {hasChoices(question.answer_type) && (
        <Field
          label={t('templates.choices')}
          hint={t('templates.choicesHint')}
          isRequired
          fault={isOfChoices ? texts : undefined}
        >
          {(props) => (
            <textarea
              {...props}
              rows={4}
              value={question.choices}
              onChange={(event) => onChange({ choices: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
    </OrderedItem>
  );
}
