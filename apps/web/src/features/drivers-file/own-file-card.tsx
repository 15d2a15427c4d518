import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IdCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { look } from '../../ui/look/look.ts';
import { OwnCard } from '../../ui/own-card/own-card.tsx';
import { OWN_FILE_KEY } from './drivers-file.ts';

/** What has expired, is missing or expires soon in a driver's own file, on the home. */
export default function OwnFileCard() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [OWN_FILE_KEY],
    queryFn: ({ signal }) => api.driversFile.own({ signal, quiet: true }),
  });
  if (data === undefined || data.driver === null) return null;
  const countOf = (...states: readonly string[]) =>
    data.items.filter(({ state }) => states.includes(state)).length;
  const lapsed = countOf('expired', 'missing');
  const soon = countOf('expires_soon');
  return (
    <OwnCard id="own-file" title={t('driversFile.own.title')} icon={IdCard}>
      {lapsed + soon === 0 && <p className={look({ margin: 0 })}>{t('driversFile.own.inOrder')}</p>}
      {lapsed > 0 && (
        <p className={look({ margin: 0, tone: 'bad' })}>
          {t('driversFile.own.lapsed', { count: lapsed })}
        </p>
      )}
      {soon > 0 && (
        <p className={look({ margin: 0, tone: 'warn' })}>
          {t('driversFile.own.soon', { count: soon })}
        </p>
      )}
      <Link className="button" to={'/drivers-file/own' as string}>
        {t('driversFile.own.open')}
      </Link>
    </OwnCard>
  );
}
