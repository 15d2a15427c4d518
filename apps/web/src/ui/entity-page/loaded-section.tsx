import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';

/** A section of a page with its own call: loading, failed, or its content. */
export function LoadedSection<Data>({
  query,
  loading,
  className,
  children,
}: {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
  };
  readonly loading: string;
  readonly className?: string;
  readonly children: (data: Data) => React.ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <section aria-busy={query.isPending} className={className}>
      {query.isPending && <p>{loading}</p>}
      {query.error !== null && query.data === undefined && (
        <div role="alert">
          <p>{t('action.loadFailed')}</p>
          <Button onClick={() => void query.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      {query.data !== undefined && children(query.data)}
    </section>
  );
}
