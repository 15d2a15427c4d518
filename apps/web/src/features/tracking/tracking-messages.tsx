import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';

/** The loading, error and empty states of the list. */
export function ListMessages({
  list,
  count,
  hasNoMatch,
  onClear,
}: {
  readonly list: Pick<
    UseQueryResult<{ readonly count: number }>,
    'isError' | 'isPending' | 'isSuccess' | 'data' | 'refetch'
  >;
  /** Loaded vehicles. */
  readonly count: number;
  /** The filter excludes all of them. */
  readonly hasNoMatch: boolean;
  readonly onClear: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      {list.isError && count === 0 && (
        <div className="live-message" role="alert">
          <p>{t('track.failed')}</p>
          <Button onClick={() => void list.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      {list.isPending && (
        <div className="live-skeleton" aria-hidden="true">
          {Array.from({ length: 8 }, (_, index) => index).map((index) => (
            <span key={index} />
          ))}
        </div>
      )}
      {list.isSuccess && count === 0 && list.data?.count === 0 && (
        <p className="live-message">{t('track.noGroups')}</p>
      )}
      {hasNoMatch && count > 0 && (
        <div className="live-message">
          <p>{t('track.noMatch')}</p>
          <Button onClick={onClear}>{t('track.clear')}</Button>
        </div>
      )}
    </>
  );
}
