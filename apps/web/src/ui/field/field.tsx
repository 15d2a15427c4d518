import { useId } from 'react';
import { faultText } from './required.ts';
import './field.css';

/** A labelled control with its error. */
export function Field({
  label,
  hint,
  isRequired = false,
  fault,
  children,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean;
  readonly fault: readonly string[] | undefined;
  readonly children: (props: {
    readonly id: string;
    readonly 'aria-describedby': string;
    readonly 'aria-invalid': boolean;
    readonly 'aria-required'?: true;
  }) => React.ReactNode;
}) {
  const id = useId();
  return (
    <div className="form-field">
      <label htmlFor={id}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      {children({
        id,
        'aria-describedby': hint === undefined ? `${id}-fault` : `${id}-hint ${id}-fault`,
        'aria-invalid': fault !== undefined,
        ...(isRequired ? { 'aria-required': true } : {}),
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <p id={`${id}-fault`} className="field-fault" role="alert">
        {faultText(fault, label)}
      </p>
    </div>
  );
}
