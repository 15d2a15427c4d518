import { useId } from 'react';

/** A labelled input with its message. */
export function TextField({
  label,
  error,
  ...input
}: {
  readonly label: string;
  readonly error: string | null;
} & React.InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        {...input}
      />
      {error !== null && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
