import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './breadcrumbs.module.css';

/** A page above the current one. */
export interface Crumb {
  readonly label: string;
  readonly to: string;
  /** The query string of the page, for example its filter. */
  readonly search?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * The pages above the current one as links, from the top, and the current page as the last crumb. A phone
 * shows only the link to the page directly above.
 *
 * @param parents at least one page; otherwise nothing is shown
 * @param current name of the current page
 */
export function Breadcrumbs({
  parents,
  current,
}: {
  readonly parents: readonly Crumb[];
  readonly current: string;
}) {
  const { t } = useTranslation();
  if (parents.length === 0) return null;
  return (
    <nav className={styles.crumbs} aria-label={t('breadcrumbs.label')}>
      <ol>
        {parents.map(({ label, to, search }) => (
          <li key={`${to} ${label}`}>
            <ChevronLeft className={styles.back} size={16} aria-hidden="true" />
            <Link to={to} search={(search ?? {}) as never} activeOptions={{ exact: true }}>
              {label}
            </Link>
            <ChevronRight className={styles.next} size={14} aria-hidden="true" />
          </li>
        ))}
        <li>
          <span aria-current="page">{current}</span>
        </li>
      </ol>
    </nav>
  );
}
