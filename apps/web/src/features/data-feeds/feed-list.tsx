import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime, formatDuration } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { CopyLine } from '../../ui/copy-line/copy-line.tsx';
import { useDisplay } from '../../ui/display.ts';
import { look, row, stack } from '../../ui/look/look.ts';

type Feed = AnswerOf<typeof contract.dataFeeds.overview>['feeds'][number];
type Reader = Feed['readers'][number];

const QUIET = look({ size: 'small', tone: 'quiet', margin: 0 });

/** A reader that is this close behind has everything. */
const UP_TO_DATE_S = 60;
/** The lag grows while the screen is open. */
const REFRESH_MS = 15_000;

/** A request that reads a feed from now on and waits for records. */
export const exampleOf = ({ path, current_version: version }: Feed): string =>
  `curl -H "Authorization: Bearer rw_pat_…" "${window.location.origin}${path}?wait=30&from_version=${version}"`;

function ReaderItem({ reader, nowMs }: { readonly reader: Reader; readonly nowMs: number }) {
  const { t, i18n } = useTranslation();
  const { dates } = useDisplay();
  const behindS = Math.max(0, Math.round((nowMs - Date.parse(reader.read_until)) / 1000));
  const language = i18n.language === 'pt' ? 'pt' : 'en';
  return (
    <li className={row({ wrap: true, columnGap: 4, align: 'baseline' })}>
      <strong>{reader.user.name}</strong>
      <span>
        {behindS < UP_TO_DATE_S
          ? t('dataFeeds.upToDate')
          : t('dataFeeds.behind', { time: formatDuration(behindS, language) })}
      </span>
      <span className={QUIET}>
        {t('dataFeeds.lastRead', {
          time: formatDateTime(Date.parse(reader.last_read_at), dates),
          count: reader.rows_read,
        })}
      </span>
    </li>
  );
}

function FeedItem({ feed, nowMs }: { readonly feed: Feed; readonly nowMs: number }) {
  const { t } = useTranslation();
  return (
    <li className={stack({ columns: 'one', gap: 2, padding: 4, borderBottom: true })}>
      <h3 className={look({ margin: 0 })}>{t(`dataFeeds.kind.${feed.kind}`)}</h3>
      <code className={look({ breaks: true })}>{feed.path}</code>
      {feed.readers.length === 0 ? (
        <p className={QUIET}>{t('dataFeeds.noReaders')}</p>
      ) : (
        <ul className={stack({ columns: 'one', list: true, margin: 0, padding: 0, gap: 1 })}>
          {feed.readers.map((reader) => (
            <ReaderItem key={reader.user.id} reader={reader} nowMs={nowMs} />
          ))}
        </ul>
      )}
      <details>
        <summary className={look({ pointer: true })}>{t('dataFeeds.example')}</summary>
        <CopyLine label={t('dataFeeds.exampleText')} text={exampleOf(feed)} />
        <CopyLine label={t('dataFeeds.currentVersion')} text={feed.current_version} />
      </details>
    </li>
  );
}

/** The feeds with their addresses, examples and readers. */
export function FeedList() {
  const { t } = useTranslation();
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['data-feeds', 'overview'],
    queryFn: ({ signal }) => api.dataFeeds.overview({ signal }),
    refetchInterval: REFRESH_MS,
  });
  if (data === undefined) {
    return error === null ? (
      <output className={QUIET}>{t('dataFeeds.loading')}</output>
    ) : (
      <div className="panel" role="alert">
        <p>{error.message}</p>
        <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
      </div>
    );
  }
  return (
    <ul
      className={stack({
        columns: 'one',
        list: true,
        margin: 0,
        padding: 0,
        ground: 'surface',
        radius: 'large',
      })}
    >
      {data.feeds.map((feed) => (
        <FeedItem key={feed.kind} feed={feed} nowMs={dataUpdatedAt} />
      ))}
    </ul>
  );
}
