import { Button } from '../button/button.tsx';
import { stack } from '../look/look.ts';
import styles from './scanner.module.css';
import { useScan } from './use-scan.ts';

/** The picture of the camera until a code is read. */
export function Scanner({
  codes,
  texts,
  onRead,
  onClose,
}: {
  readonly codes: Parameters<typeof useScan>[0];
  readonly texts: { readonly camera: string; readonly noCamera: string; readonly close: string };
  readonly onRead: (code: string) => void;
  readonly onClose: () => void;
}) {
  const { video, hasFailed } = useScan(codes, onRead);
  return (
    <div className={stack({ gap: 2 })}>
      {hasFailed ? (
        <p role="alert">{texts.noCamera}</p>
      ) : (
        <video ref={video} className={styles.film} muted playsInline aria-label={texts.camera} />
      )}
      <Button size="large" onClick={onClose}>
        {texts.close}
      </Button>
    </div>
  );
}
