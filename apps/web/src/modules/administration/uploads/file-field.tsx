import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../../widgets/file-button/file-button.tsx';
import type { Sending } from './use-sending.ts';

/** Requirement Q-P03: as documents. */
const LIMIT_BYTES = 9_000_000;
const KILOBYTE = 1000;

/** Faults that a list of wrong rows makes; more are in a file of their own. */
const MAX_SHOWN = 20;

function Faults({ texts }: { readonly texts: readonly string[] }) {
  const { t } = useTranslation();
  const more = texts.length - MAX_SHOWN;
  return (
    <ul className="upload-faults" role="alert">
      {texts.slice(0, MAX_SHOWN).map((text) => (
        <li key={text}>{text}</li>
      ))}
      {more > 0 && <li>{t('uploads.moreErrors', { count: more })}</li>}
    </ul>
  );
}

/** The choice of a file, by a button or by dropping it, and how far it has gone out. */
export function FileField({
  accept,
  hint,
  file,
  sending,
  onFile,
}: {
  readonly accept: string;
  readonly hint: string;
  readonly file: File | null;
  readonly sending: Sending;
  readonly onFile: (file: File) => void;
}) {
  const { t } = useTranslation();
  const [isOver, setIsOver] = useState(false);
  const [isTooLarge, setIsTooLarge] = useState(false);
  const take = (files: readonly File[]) => {
    const [first] = files;
    if (first === undefined) return;
    setIsTooLarge(first.size >= LIMIT_BYTES);
    if (first.size < LIMIT_BYTES) onFile(first);
  };
  const faults = isTooLarge ? [t('vehicleFile.tooLarge')] : (sending.faults.file ?? []);
  return (
    <div className="upload-file">
      <fieldset
        className={isOver ? 'upload-drop over' : 'upload-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          take([...event.dataTransfer.files]);
        }}
      >
        <legend className="visually-hidden">{t('uploads.file')}</legend>
        <FileButton
          label={t(file === null ? 'uploads.choose' : 'uploads.chooseOther')}
          accept={accept}
          isDisabled={sending.share !== null}
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
      </fieldset>
      {sending.share !== null && (
        <div className="upload-progress" role="status">
          <progress max={1} value={sending.share} aria-label={t('uploads.sending')} />
          <span>{t(sending.share < 1 ? 'uploads.sending' : 'uploads.looking')}</span>
          <button type="button" className="button" onClick={sending.cancel}>
            {t('action.cancel')}
          </button>
        </div>
      )}
      {faults.length > 0 && <Faults texts={faults} />}
    </div>
  );
}
