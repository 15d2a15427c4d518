import { useTranslation } from 'react-i18next';
import { look } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import '../../ui/administration.css';
import { FeedList } from './feed-list.tsx';

/** Screen /administration/data-feeds: how other systems receive the customer's records. */
export function DataFeedsScreen() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <PageTitle title={t('dataFeeds.title')} />
      <section aria-labelledby="feeds">
        <h2 id="feeds">{t('dataFeeds.feeds')}</h2>
        <p className={look({ tone: 'quiet' })}>{t('dataFeeds.feedsText')}</p>
        <FeedList />
      </section>
    </div>
  );
}
