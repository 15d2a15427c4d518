import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { FileDrop } from '../../ui/file-button/file-drop.tsx';
import type { Sending } from './imports-use-sending.ts';

/** Maximum number of listed errors; all are in a separate file. */
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

/** Selects a file by button or drop, and shows the upload progress. */
export function FileField({
  accept,
  hint,
  file,
  sending,
  onFile,
  onRefused = sending.clearFaults,
}: {
  readonly accept: string;
  readonly hint: string;
  readonly file: File | null;
  readonly sending: Sending;
  readonly onFile: (file: File) => void;
  readonly onRefused?: () => void;
}) {
  const { t } = useTranslation();
  const { file: faults = [] } = sending.faults;
  return (
    <div className="upload-file">
      <FileDrop
        accept={accept}
        hint={hint}
        file={file}
        isDisabled={sending.share !== null}
        onFile={onFile}
        onRefused={onRefused}
      />
      {sending.share !== null && (
        <div className="upload-progress" role="status">
          <progress max={1} value={sending.share} aria-label={t('uploads.sending')} />
          <span>{t(sending.share < 1 ? 'uploads.sending' : 'uploads.looking')}</span>
          <Button onClick={sending.cancel}>{t('action.cancel')}</Button>
        </div>
      )}
      {faults.length > 0 && <Faults texts={faults} />}
    </div>
  );
}
