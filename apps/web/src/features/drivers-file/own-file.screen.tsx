import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { FactList } from '../../ui/facts.tsx';
import { look, stack } from '../../ui/look/look.ts';
import { CARD } from '../../ui/look/looks.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { ClassTable, ItemTable, Proof } from './driver-file-tables.tsx';
import { OWN_FILE_KEY, type OwnFile } from './drivers-file.ts';
import { useDayText } from './file-state.tsx';

const NONE = '–';

function DocumentCard({ one }: { readonly one: OwnFile['documents'][number] }) {
  const { t } = useTranslation();
  const dayText = useDayText();
  const kind = t(`driversFile.kind.${one.kind}`);
  const categories = one.categories.map(({ category }) => category).join(', ');
  return (
    <li className={stack({ ...CARD, columns: 'one' })}>
      <h3 className={look({ margin: 0 })}>{one.title === '' ? kind : `${kind}: ${one.title}`}</h3>
      <FactList
        className="details-facts"
        facts={[
          [
            t('driversFile.field.number'),
            [one.number, one.country].filter(Boolean).join(', ') || NONE,
          ],
          [t('driversFile.field.issued_on'), dayText(one.issued_on)],
          [t('driversFile.expiresOn'), dayText(one.expires_on)],
          ...(categories === '' ? [] : [[t('driversFile.categories.title'), categories] as const]),
          [t('driversFile.proof'), <Proof key="proof" one={one} />],
        ]}
      />
    </li>
  );
}

/** Screen /drivers-file/own: what the driver who is signed in must have, and the documents, made for the phone. */
export function OwnFileScreen() {
  const { t } = useTranslation();
  const read = useQuery({
    queryKey: [OWN_FILE_KEY],
    queryFn: ({ signal }) => api.driversFile.own({ signal }),
  });
  const { data } = read;
  return (
    <div className={stack({ columns: 'one', gap: 4, padding: 4 })}>
      <PageTitle title={t('driversFile.own.title')} />
      <SettingsState read={read} />
      {data?.driver === null && <p>{t('driversFile.own.noDriver')}</p>}
      {data !== undefined && data.driver !== null && (
        <>
          <ItemTable file={data} agency={null} onAdd={undefined} />
          <ClassTable file={data} />
          <h2 className={look({ margin: 0 })}>{t('driversFile.own.documents')}</h2>
          {data.documents.length === 0 && (
            <p className={look({ margin: 0, tone: 'quiet' })}>{t('driversFile.own.empty')}</p>
          )}
          <ul className={stack({ columns: 'one', gap: 3, margin: 0, padding: 0, list: true })}>
            {data.documents.map((one) => (
              <DocumentCard key={one.id} one={one} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
