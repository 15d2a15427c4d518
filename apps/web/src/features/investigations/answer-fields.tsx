import {
  dateAnswer,
  dayOfAnswer,
  dropdownAndText,
  joinDropdownAndText,
  MAX_ANSWER_LENGTH,
} from '@roadworthy/domain';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput } from '../../ui/date-field/date-input.tsx';
import { useDisplay } from '../../ui/display.ts';
import { Field } from '../../ui/field/field.tsx';
import { cx, row, stack } from '../../ui/look/look.ts';
import { Popover } from '../../ui/popover/popover.tsx';
import { Select } from '../../ui/select/select.tsx';
import styles from './investigations.module.css';
import type { Question } from './investigations-form.ts';

/** Props of an answer field. */
export interface AnswerFieldProps {
  readonly question: Question;
  /** In the stored format. */
  readonly answer: string;
  readonly isDisabled: boolean;
  /** Error texts; empty if there are no errors. */
  readonly fault: readonly string[] | undefined;
  readonly onChange: (answer: string) => void;
  readonly onBlur: () => void;
}

/** A text of at most 255 characters (requirements I-35, I-44). */
export function TextAnswer(field: AnswerFieldProps) {
  const { question, answer, isDisabled, fault, onChange, onBlur } = field;
  const { t } = useTranslation();
  return (
    <Field
      label={question.question}
      isRequired
      hint={
        isDisabled
          ? undefined
          : t('investigation.letters', { count: answer.length, most: MAX_ANSWER_LENGTH })
      }
      fault={fault}
    >
      {(props) => (
        <textarea
          {...props}
          rows={2}
          disabled={isDisabled}
          value={answer}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}

/** One of the choices, as radio buttons (requirements I-36, I-P03). */
export function ChoiceAnswer(field: AnswerFieldProps) {
  const { question, answer, isDisabled, fault, onChange, onBlur } = field;
  const id = useId();
  return (
    <fieldset
      className={cx(
        stack({ gap: 2, minWidth: 0, margin: 0, padding: 0, border: 'none' }),
        styles.answerChoices,
      )}
      disabled={isDisabled}
      aria-describedby={`${id}-fault`}
      onBlur={onBlur}
    >
      <legend>
        {question.question}
        <span aria-hidden="true"> *</span>
      </legend>
      {question.answer_choices.map((choice) => (
        <label
          key={choice}
          className={cx(
            row({
              align: 'center',
              gap: 3,
              minHeight: 44,
              paddingY: 2,
              paddingX: 3,
              border: 'strong',
              radius: 'medium',
              pointer: true,
            }),
            styles.answerChoice,
          )}
        >
          <input
            type="radio"
            name={id}
            value={choice}
            required
            aria-invalid={fault !== undefined}
            checked={answer === choice}
            onChange={() => onChange(choice)}
          />
          {choice}
        </label>
      ))}
      <p id={`${id}-fault`} className="field-fault" role="alert">
        {fault?.join(' ')}
      </p>
    </fieldset>
  );
}

/** Requirement I-46. */
const ANSWER_FORMAT = 'YYYY-MM-DD';

/** A day, shown as YYYY-MM-DD and stored as midnight UTC (requirements I-37, I-46, I-47). */
export function DateAnswer(field: AnswerFieldProps) {
  const { question, answer, isDisabled, fault, onChange, onBlur } = field;
  const day = dayOfAnswer(answer);
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (
    <Field label={question.question} isRequired hint={isDisabled ? undefined : day} fault={fault}>
      {(props) =>
        isDisabled ? (
          <input {...props} disabled value={day} />
        ) : (
          <DateInput
            {...props}
            label={question.question}
            dates={{ ...dates, dateFormat: ANSWER_FORMAT }}
            t={t}
            Opener={Popover}
            min="1970-01-01"
            max="2199-12-31"
            value={day}
            onChange={(picked) => onChange(dateAnswer(picked))}
            onBlur={onBlur}
          />
        )
      }
    </Field>
  );
}

/** A choice and a text, both required (requirements I-38, I-41, I-42, I-P03). */
export function DropdownAndTextAnswer(field: AnswerFieldProps) {
  const { question, answer, isDisabled, fault, onChange, onBlur } = field;
  const { t } = useTranslation();
  const { choice, text } = dropdownAndText(answer);
  const label = t('investigation.details', { question: question.question });
  return (
    <div className={cx(stack({ align: 'start', gap: 2 }), styles.answerPair)}>
      <Field label={question.question} isRequired fault={fault}>
        {(props) => (
          <Select
            {...props}
            disabled={isDisabled}
            value={choice}
            onChange={(event) => onChange(joinDropdownAndText(event.currentTarget.value, text))}
            onBlur={onBlur}
          >
            <option value="">{t('vehicleFile.choose')}</option>
            {question.answer_choices.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <input
        aria-label={label}
        aria-required
        aria-invalid={fault !== undefined}
        placeholder={t('investigation.detailsPlaceholder')}
        disabled={isDisabled}
        value={text}
        onChange={(event) => onChange(joinDropdownAndText(choice, event.currentTarget.value))}
        onBlur={onBlur}
      />
    </div>
  );
}
