import { useTranslation } from 'react-i18next';

/** Error with a retry, or loading text, of settings that are not shown yet. */
export function SettingsState({
  read,
}: {
  readonly read: {
    readonly isError: boolean;
    readonly isLoading: boolean;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
}) {
  const { t } = useTranslation();
  return (
    <>
      {read.isError && (
        <div className="panel" role="alert">
          <p>{read.error?.message}</p>
          <button type="button" className="button" onClick={() => void read.refetch()}>
            {t('action.retry')}
          </button>
        </div>
      )}
      {read.isLoading && <p role="status">{t('vehicleFile.loading')}</p>}
    </>
  );
}
