import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from './file-button.tsx';
import { useFileDrop } from './use-file-drop.ts';
import './file-drop.css';

/** Requirement Q-P03: the limit of documents. */
const LIMIT_BYTES = 9_000_000;
const KILOBYTE = 1000;

/** Selects one file, by a button or by dropping it; a file that is too large is rejected. */
export function FileDrop({
  accept,
  hint,
  file,
  isDisabled,
  onFile,
  onRefused,
}: {
  readonly accept: string;
  readonly hint: string;
  readonly file: File | null;
  readonly isDisabled: boolean;
  readonly onFile: (file: File) => void;
  /** Called for a file that is too large: an earlier error no longer applies. */
  readonly onRefused?: () => void;
}) {
  const { t } = useTranslation();
  const [isTooLarge, setIsTooLarge] = useState(false);
  const take = ([first]: readonly File[]) => {
    if (first === undefined || isDisabled) return;
    setIsTooLarge(first.size >= LIMIT_BYTES);
    if (first.size < LIMIT_BYTES) onFile(first);
    else onRefused?.();
  };
  const { isOver, handlers } = useFileDrop(take);
  return (
    <fieldset className={isOver ? 'file-drop over' : 'file-drop'} {...handlers}>
      <legend className="visually-hidden">{t('uploads.file')}</legend>
      <FileButton
        label={t(file === null ? 'uploads.choose' : 'uploads.chooseOther')}
        accept={accept}
        isDisabled={isDisabled}
        onFiles={take}
      />
      <p>
        {file === null ? (
          t('uploads.drop')
        ) : (
          <>
            <strong>{file.name}</strong> {Math.ceil(file.size / KILOBYTE)} kB
          </>
        )}
      </p>
      <p className="field-hint">{hint}</p>
      {isTooLarge && (
        <p className="field-fault" role="alert">
          {t('uploads.tooLarge')}
        </p>
      )}
    </fieldset>
  );
}
