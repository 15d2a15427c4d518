import { Button } from '../../ui/button/button.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import { t } from '../../ui/page-texts/texts.ts';
import { QR_CODES } from '../../ui/scan/scan.ts';
import { useScan } from '../../ui/scan/use-scan.ts';
import styles from './walkaround.module.css';

/** Scans the QR code on the vehicle. */
export function Scanner({
  onRead,
  onClose,
}: {
  readonly onRead: (text: string) => void;
  readonly onClose: () => void;
}) {
  const { video, hasFailed } = useScan(QR_CODES, onRead);
  return (
    <div className={cx(stack({ gap: 2 }), styles.walkScanner)}>
      {hasFailed ? (
        <p role="alert">{t('walk.noCamera')}</p>
      ) : (
        <video ref={video} muted playsInline aria-label={t('walk.camera')} />
      )}
      <Button size="large" onClick={onClose}>
        {t('action.close')}
      </Button>
    </div>
  );
}
