import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { served } from '../../../api/bases.ts';
import { cx, look, stack } from '../../../ui/look/look.ts';
import { SidePanel } from '../../../ui/side-panel/side-panel.tsx';
import { LoadFault } from '../load-fault.tsx';
import { useCheckParents } from '../use-check-parents.ts';
import styles from './report.module.css';

/** The record of a panel, loaded whenever it opens, because its photo URLs expire. */
export function useRecord<R>(
  queryKey: readonly (string | number)[],
  read: (signal: AbortSignal) => Promise<R>,
): UseQueryResult<R> {
  return useQuery({ queryKey, queryFn: ({ signal }) => read(signal) });
}

/**
 * A side panel for a record that loads.
 *
 * @param children content once it is loaded
 * @param foot buttons once it is loaded
 */
export function RecordPanel<R>({
  title,
  record,
  foot,
  children,
  onClose,
}: {
  readonly title: (record: R | undefined) => string;
  readonly record: UseQueryResult<R>;
  readonly foot?: (record: R) => React.ReactNode;
  readonly children: (record: R) => React.ReactNode;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { data } = record;
  const { withPlace } = useCheckParents();
  return (
    <SidePanel
      title={title(data)}
      parents={withPlace}
      foot={data === undefined ? undefined : foot?.(data)}
      onClose={onClose}
    >
      {data !== undefined && (
        <div className={stack({ columns: 'one', gap: 5 })}>{children(data)}</div>
      )}
      {data === undefined && record.isError && (
        <LoadFault error={record.error} onRetry={() => void record.refetch()} />
      )}
      {data === undefined && record.isPending && <p role="status">{t('vehicleCheck.loading')}</p>}
    </SidePanel>
  );
}

/** A section of a panel with its heading. */
export function Part({
  title,
  children,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  return (
    <section
      className={cx(
        stack({ columns: 'one', gap: 3, paddingTop: 4, borderTop: true }),
        styles.checkPart,
      )}
    >
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Known values of a record as pairs; unknown ones are omitted. */
export function Facts({ of }: { readonly of: readonly (readonly [string, React.ReactNode])[] }) {
  return (
    <dl
      className={cx(
        stack({ columns: 'two', rowGap: 2, columnGap: 4, margin: 0 }),
        styles.checkFacts,
      )}
    >
      {of
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A drawn signature with the name of the signatory. */
export function Signature({
  address,
  name,
}: {
  readonly address: string | null;
  readonly name: string | null;
}) {
  const { t } = useTranslation();
  if (address === null && name === null) return null;
  return (
    <Part title={t('record.signature')}>
      {address !== null && (
        <img
          className={cx(
            look({ maxWidth: 'full', border: 'line', radius: 'small' }),
            styles.checkSignature,
          )}
          src={served(address)}
          alt={t('record.signature')}
        />
      )}
      {name !== null && <p className={look({ tone: 'quiet' })}>{name}</p>}
    </Part>
  );
}
