import { useTranslation } from 'react-i18next';

/** What the server could not answer, and a way to ask again. */
export function LoadFault({
  error,
  onRetry,
}: {
  readonly error: Error;
  readonly onRetry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="table-message" role="alert">
      <strong>{t('table.failed')}</strong>
      <p>{error.message}</p>
      <button type="button" className="button" onClick={onRetry}>
        {t('action.retry')}
      </button>
    </div>
  );
}
