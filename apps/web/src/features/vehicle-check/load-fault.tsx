import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';

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
      <Button onClick={onRetry}>{t('action.retry')}</Button>
    </div>
  );
}
