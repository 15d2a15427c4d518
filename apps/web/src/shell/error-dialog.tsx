import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiError, onServerError } from '../api/client.ts';

/** The HTTP error dialog: status, status text, details to unfold; 400 px wide (T-02, T-04, P-109). */
export function ErrorDialog() {
  const { t } = useTranslation();
  const [error, setError] = useState<ApiError | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => onServerError(setError), []);
  useEffect(() => {
    if (error !== null) dialog.current?.showModal();
  }, [error]);
  if (error === null) return null;
  const close = () => {
    dialog.current?.close();
    setError(null);
  };
  return (
    <dialog ref={dialog} className="error-dialog" aria-labelledby="error-title" onClose={close}>
      <h2 id="error-title">{t('error.title')}</h2>
      <p>
        {t('error.status', { status: String(error.status) })} {error.statusText}
      </p>
      <details>
        <summary>{t('error.details')}</summary>
        <pre>{JSON.stringify(error.body, null, 2)}</pre>
      </details>
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={close}>
          {t('action.ok')}
        </button>
      </div>
    </dialog>
  );
}
