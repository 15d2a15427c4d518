import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { cx, row, stack } from '../../../ui/look/look.ts';
import { FIELD_BOX } from '../../../ui/look/looks.ts';
import styles from './survey.module.css';
import { type DraftItem, faultOf } from './vehicle-check-survey-draft.ts';

interface ItemProps {
  readonly item: DraftItem;
  readonly number: number;
  readonly onChange: (changes: Partial<DraftItem>) => void;
  readonly onRemove: () => void;
}

/** In order or not, or left out. */
function Answers({ item, number, onChange, onRemove }: ItemProps) {
  const { t } = useTranslation();
  return (
    <div
      className={cx(
        row({ wrap: true, align: 'center', rowGap: 1, columnGap: 4 }),
        styles.surveyAnswers,
      )}
    >
      {([true, false] as const).map((ok) => (
        <label key={String(ok)}>
          <input
            type="radio"
            name={`survey-item-${item.key}`}
            checked={item.ok === ok}
            onChange={() => onChange({ ok })}
          />
          <span>{t(ok ? 'vehicleCheck.survey.yes' : 'vehicleCheck.survey.no')}</span>
        </label>
      ))}
      <Button
        kind="link"
        aria-label={t('vehicleCheck.survey.leaveOutOf', { number })}
        onClick={onRemove}
      >
        {t('vehicleCheck.survey.leaveOut')}
      </Button>
    </div>
  );
}

/** A question with its answer and a comment; it can be removed. */
export function ItemField({
  item,
  number,
  isShowingFaults,
  onChange,
  onRemove,
}: ItemProps & { readonly isShowingFaults: boolean }) {
  const { t } = useTranslation();
  const fault = isShowingFaults ? faultOf(item) : null;
  const faultText = (field: typeof fault) =>
    fault === field && field !== null ? [t(`vehicleCheck.survey.fault.${field}`)] : undefined;
  return (
    <fieldset className={cx(stack(FIELD_BOX), styles.surveyItem)}>
      <legend>
        {item.isGiven
          ? `${number}. ${item.question}`
          : t('vehicleCheck.survey.ownQuestion', { number })}
      </legend>
      {!item.isGiven && (
        <Field label={t('vehicleCheck.survey.question')} isRequired fault={faultText('question')}>
          {(props) => (
            <input
              {...props}
              maxLength={200}
              value={item.question}
              onChange={(event) => onChange({ question: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <Answers item={item} number={number} onChange={onChange} onRemove={onRemove} />
      {fault === 'answer' && (
        <p className="field-fault" role="alert">
          {t('vehicleCheck.survey.fault.answer')}
        </p>
      )}
      {item.ok !== null && (
        <Field
          label={t('vehicleCheck.survey.comment')}
          isRequired={!item.ok}
          fault={faultText('comment')}
        >
          {(props) => (
            <textarea
              {...props}
              rows={2}
              maxLength={500}
              value={item.comment}
              onChange={(event) => onChange({ comment: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
    </fieldset>
  );
}
