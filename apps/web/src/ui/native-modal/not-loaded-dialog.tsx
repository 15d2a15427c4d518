import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { NativeModal } from './native-modal.tsx';

/** Says that a dialog could not be loaded, and offers another attempt. */
export function NotLoadedDialog({
  onRetry,
  onClose,
}: {
  readonly onRetry: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <NativeModal dialog={dialog} className="error-dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{t('action.notLoaded')}</h2>
      <p>{t('action.loadFailed')}</p>
      <div className="dialog-actions">
        <Button onClick={() => dialog.current?.close()}>{t('action.close')}</Button>
        <Button kind="primary" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      </div>
    </NativeModal>
  );
}
