import { Link, Navigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useAddress } from '../../ui/use-address.ts';
import styles from './administration.module.css';
import {
  ADMINISTRATION_GROUPS,
  type AdministrationGroup,
  type AdministrationSection,
} from './administration-sections.ts';
import '../../ui/administration.css';

/** Lower case without accents, so that "utilizacao" finds "Utilização". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** The groups with the sections whose group, name or description contains each word of a search. */
function useMatches(search: string): readonly AdministrationGroup[] {
  const { t } = useTranslation();
  const { current } = useSession();
  const words = plain(search).split(/\s+/).filter(Boolean);
  return ADMINISTRATION_GROUPS.map(({ key, sections }) => ({
    key,
    sections: sections.filter((one) => {
      if (one.access !== undefined && !may(current, one.access)) return false;
      const text = plain(
        `${t(`administration.group.${key}`)} ${t(`administration.${one.key}`)} ${t(`administration.${one.key}Text`)}`,
      );
      return words.every((word) => text.includes(word));
    }),
  })).filter(({ sections }) => sections.length > 0);
}

function Tile({ section: { key, to, icon: Icon } }: { readonly section: AdministrationSection }) {
  const { t } = useTranslation();
  return (
    <Link className={styles.tile} to={to}>
      <span className={styles.icon}>
        <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className={styles.texts}>
        <strong>{t(`administration.${key}`)}</strong>
        <span>{t(`administration.${key}Text`)}</span>
      </span>
    </Link>
  );
}

function Group({ group: { key, sections } }: { readonly group: AdministrationGroup }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id}>{t(`administration.group.${key}`)}</h2>
      <div className={styles.tiles}>
        {sections.map((section) => (
          <Tile key={section.key} section={section} />
        ))}
      </div>
    </section>
  );
}

/** The sections of the administration by group, and a search over their names and descriptions. */
function Sections() {
  const { t } = useTranslation();
  const [address, setAddress] = useAddress();
  // The address follows: it changes too late for the letters of somebody who types fast.
  const [search, setSearch] = useState(address.search ?? '');
  const find = (text: string) => {
    setSearch(text);
    setAddress({ search: text === '' ? undefined : text });
  };
  const groups = useMatches(search);
  return (
    <div className="page">
      <header className={styles.head}>
        <PageTitle title={t('administration.title')} />
        <label className={styles.search}>
          <Search size={18} aria-hidden="true" />
          <span className="visually-hidden">{t('administration.find')}</span>
          <input
            type="search"
            placeholder={t('administration.find')}
            value={search}
            onChange={(event) => find(event.currentTarget.value)}
          />
        </label>
      </header>
      <div className={styles.groups}>
        {groups.map((group) => (
          <Group key={group.key} group={group} />
        ))}
      </div>
      <div role="status">
        {groups.length === 0 && (
          <div className="empty">
            <strong>{t('administration.noMatch', { text: search })}</strong>
            <p>{t('administration.noMatchText')}</p>
            <Button onClick={() => find('')}>{t('administration.clear')}</Button>
          </div>
        )}
      </div>
    </div>
  );
}

/** Administration; opens the user preferences for users without administrator rights (OP-017). */
export function Start() {
  const { current } = useSession();
  if (!may(current, { kind: 'administrator' })) {
    return <Navigate to="/administration/user-preferences" replace />;
  }
  return <Sections />;
}
