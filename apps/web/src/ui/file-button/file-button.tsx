import { useId } from 'react';
import './file-button.css';

/**
 * A button that opens the file dialog.
 *
 * @param capture opens the rear camera of a phone directly
 */
export function FileButton({
  label,
  accept,
  capture,
  isMultiple = false,
  isDisabled = false,
  onFiles,
}: {
  readonly label: React.ReactNode;
  readonly accept: string;
  readonly capture?: 'environment';
  readonly isMultiple?: boolean;
  readonly isDisabled?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const id = useId();
  return (
    <span className="file-button">
      <input
        id={id}
        type="file"
        className="visually-hidden"
        accept={accept}
        multiple={isMultiple}
        disabled={isDisabled}
        {...(capture === undefined ? {} : { capture })}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file can be selected again.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <label htmlFor={id} className={isDisabled ? 'button disabled' : 'button'}>
        {label}
      </label>
    </span>
  );
}
