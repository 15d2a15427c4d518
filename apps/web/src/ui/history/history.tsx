import { type AuditKind, formatDateTime } from '@roadworthy/domain';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { useDisplay } from '../display.ts';
import { EntryChanges } from './entry-changes.tsx';
import './history.css';

const PAGE_SIZE = 20;

function Entries({ kind, id }: { readonly kind: AuditKind; readonly id: string }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const list = useInfiniteQuery({
    queryKey: [kind, 'history', id],
    queryFn: ({ pageParam, signal }) =>
      api.audit.list({
        query: { kind, subject: id, page: pageParam, pageSize: PAGE_SIZE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.count > pages.length * PAGE_SIZE ? pages.length + 1 : undefined,
  });
  const entries = list.data?.pages.flatMap(({ results }) => results) ?? [];
  if (list.isError) {
    return (
      <div className="history-message" role="alert">
        <p>{t('history.failed')}</p>
        <button type="button" className="button" onClick={() => void list.refetch()}>
          {t('action.retry')}
        </button>
      </div>
    );
  }
  if (list.isPending) return <div className="history-waiting" aria-busy="true" />;
  if (entries.length === 0) return <p className="history-quiet">{t('history.empty')}</p>;
  return (
    <>
      <ol className="history-entries">
        {entries.map((entry) => (
          <li key={entry.id}>
            <strong>{t(`audit.action.${entry.action}`)}</strong>
            <span className="history-quiet">
              {t('history.by', {
                who: entry.actor.name ?? t('history.somebody'),
                when: formatDateTime(Date.parse(entry.at), dates),
              })}
            </span>
            <EntryChanges entry={entry} />
          </li>
        ))}
      </ol>
      {list.hasNextPage && (
        <button
          type="button"
          className="button"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('history.more')}
        </button>
      )}
    </>
  );
}

/**
 * The history of a record from the audit log: author, action, time and changed values. Collapsed at first
 * and loaded when expanded; renders nothing for non-administrators.
 *
 * @param kind with `id`: the subject as recorded by the services
 */
export function History({
  kind,
  id,
  startsOpen = false,
}: {
  readonly kind: AuditKind;
  readonly id: number | string;
  /** For a section of its own. */
  readonly startsOpen?: boolean;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const [isOpen, setIsOpen] = useState(startsOpen);
  const panelId = useId();
  if (!may(current, { kind: 'administrator' })) return null;
  return (
    <section className="history">
      <h3>
        <button
          type="button"
          className="history-toggle"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span aria-hidden="true" className="history-arrow" />
          {t('history.title')}
        </button>
      </h3>
      <div id={panelId} className="history-panel" hidden={!isOpen}>
        {isOpen && <Entries kind={kind} id={String(id)} />}
      </div>
    </section>
  );
}
