import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { FileDrop } from '../../ui/file-button/file-drop.tsx';
import { cx, look, stack } from '../../ui/look/look.ts';
import styles from './imports.module.css';
import type { Sending } from './imports-use-sending.ts';

/** Maximum number of listed errors; all are in a separate file. */
const MAX_SHOWN = 20;

function Faults({ texts }: { readonly texts: readonly string[] }) {
  const { t } = useTranslation();
  const more = texts.length - MAX_SHOWN;
  return (
    <ul
      className={look({
        margin: 0,
        paddingRight: 4,
        paddingLeft: 8,
        paddingY: 3,
        tone: 'bad',
        ground: 'bad',
        radius: 'medium',
      })}
      role="alert"
    >
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
    <div className={stack({ columns: 'one', gap: 4 })}>
      <FileDrop
        accept={accept}
        hint={hint}
        file={file}
        isDisabled={sending.share !== null}
        onFile={onFile}
        onRefused={onRefused}
      />
      {sending.share !== null && (
        <div
          className={cx(
            look({ flow: 'inlineRow', wrap: true, align: 'center', gap: 2, numeric: true }),
            styles.uploadProgress,
          )}
          role="status"
        >
          <progress max={1} value={sending.share} aria-label={t('uploads.sending')} />
          <span>{t(sending.share < 1 ? 'uploads.sending' : 'uploads.looking')}</span>
          <Button onClick={sending.cancel}>{t('action.cancel')}</Button>
        </div>
      )}
      {faults.length > 0 && <Faults texts={faults} />}
    </div>
  );
}
