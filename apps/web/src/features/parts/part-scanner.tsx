import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { stack } from '../../ui/look/look.ts';
import { ALL_CODES } from '../../ui/scan/scan.ts';
import { useScan } from '../../ui/scan/use-scan.ts';
import styles from './stock-take.module.css';

/** Scans the barcode of a package, or the QR code of a label. */
export function PartScanner({
  onRead,
  onClose,
}: {
  readonly onRead: (code: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { video, hasFailed } = useScan(ALL_CODES, onRead);
  return (
    <div className={stack({ gap: 2 })}>
      {hasFailed ? (
        <p role="alert">{t('parts.take.noCamera')}</p>
      ) : (
        <video
          ref={video}
          className={styles.video}
          muted
          playsInline
          aria-label={t('parts.take.camera')}
        />
      )}
      <Button size="large" onClick={onClose}>
        {t('action.close')}
      </Button>
    </div>
  );
}
