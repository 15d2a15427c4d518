import { useTranslation } from 'react-i18next';

/** A loading error with a retry button. */
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
