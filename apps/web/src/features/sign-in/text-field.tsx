import { useId } from 'react';
import styles from './sign-in.module.css';

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
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        {...input}
      />
      {error !== null && (
        <p className={styles.fieldError} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
