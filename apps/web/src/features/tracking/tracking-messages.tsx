import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import styles from './track.module.css';

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
        <div
          data-part="live-message"
          className={stack({ items: 'start', gap: 2, padding: 4, tone: 'quiet' })}
          role="alert"
        >
          <p>{t('track.failed')}</p>
          <Button onClick={() => void list.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      {list.isPending && (
        <div
          className={cx(
            stack({ content: 'start', gap: 2, paddingY: 2, paddingX: 4 }),
            styles.liveSkeleton,
          )}
          aria-hidden="true"
        >
          {Array.from({ length: 8 }, (_, index) => index).map((index) => (
            <span key={index} />
          ))}
        </div>
      )}
      {list.isSuccess && count === 0 && list.data?.count === 0 && (
        <p
          data-part="live-message"
          className={stack({ items: 'start', gap: 2, padding: 4, tone: 'quiet' })}
        >
          {t('track.noGroups')}
        </p>
      )}
      {hasNoMatch && count > 0 && (
        <div
          data-part="live-message"
          className={stack({ items: 'start', gap: 2, padding: 4, tone: 'quiet' })}
        >
          <p>{t('track.noMatch')}</p>
          <Button onClick={onClear}>{t('track.clear')}</Button>
        </div>
      )}
    </>
  );
}
