import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultText } from '../field/required.ts';

/**
 * A field whose value comes from a picker: the selection, and a button that opens the picker below it.
 * The picker loads its list when it is opened.
 *
 * @param chosen names of the selected records
 * @param fault its error
 * @param children the picker, one of `ui/pickers`
 */
export function PickerField({
  label,
  chosen,
  fault,
  hint,
  children,
}: {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly fault: readonly string[] | undefined;
  readonly hint?: string;
  readonly children: React.ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="form-field resource-picker" aria-labelledby={`${id}-label`}>
      <div className="resource-picker-head">
        <span id={`${id}-label`}>{label}</span>
        <button
          type="button"
          className="link-button"
          aria-expanded={isOpen}
          aria-controls={`${id}-picker`}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-fault`}
          aria-label={t(isOpen ? 'resource.closePicker' : 'resource.openPicker', { name: label })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'resource.done' : 'resource.change')}
        </button>
      </div>
      {!isOpen && <p>{chosen.length === 0 ? t('resource.nothing') : chosen.join(', ')}</p>}
      {hint !== undefined && <p className="field-hint">{hint}</p>}
      <p id={`${id}-fault`} className="field-fault" role="alert">
        {isOpen ? '' : faultText(fault, label)}
      </p>
      <div id={`${id}-picker`}>{isOpen && children}</div>
    </section>
  );
}
