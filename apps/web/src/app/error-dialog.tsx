import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiError, onServerError } from '../api/client.ts';
import { Button } from '../ui/button/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** The HTTP error dialog: status, status text, details to unfold; 400 px wide (T-02, T-04, P-109). */
export function ErrorDialog() {
  const { t } = useTranslation();
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => onServerError(setError), []);
  if (error === null) return null;
  return (
    <Dialog
      title={t('error.title')}
      onClose={() => setError(null)}
      actions={(close) => (
        <Button kind="primary" onClick={close}>
          {t('action.ok')}
        </Button>
      )}
    >
      <p className="dialog-status">
        {t('error.status', { status: String(error.status) })} {error.statusText}
      </p>
      <details>
        <summary>{t('error.details')}</summary>
        <pre>{JSON.stringify(error.body, null, 2)}</pre>
      </details>
    </Dialog>
  );
}
