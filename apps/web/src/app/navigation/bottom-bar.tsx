import { Link, useRouterState } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { DestinationIcon } from '../../ui/destination-icon.tsx';
import styles from './bottom-bar.module.css';
import { bottomBarFor, isAt, type NavigationGroup } from './navigation.ts';

/** The navigation of phones: the most important destinations, and "More", which opens the side menu. */
export function BottomBar({
  groups,
  isMenuOpen,
  onMore,
}: {
  readonly groups: readonly NavigationGroup[];
  readonly isMenuOpen: boolean;
  readonly onMore: () => void;
}) {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const entries = bottomBarFor(groups);
  return (
    <nav className={styles.bar} aria-label={t('navigation.label')}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.main.key}>
            <Link
              to={entry.main.path}
              className={styles.item}
              activeOptions={{ exact: true }}
              aria-current={isAt(entry, path) ? 'true' : undefined}
              data-current={isAt(entry, path) || undefined}
            >
              <DestinationIcon name={entry.main.key} />
              <span className={styles.label}>{t(`destination.${entry.main.key}`)}</span>
            </Link>
          </li>
        ))}
        <li>
          <Button
            kind="bare"
            className={styles.item}
            aria-expanded={isMenuOpen}
            aria-controls="side-menu"
            data-current={!entries.some((entry) => isAt(entry, path)) || undefined}
            onClick={onMore}
          >
            <Ellipsis size={24} strokeWidth={1.75} aria-hidden="true" />
            <span className={styles.label}>{t('navigation.more')}</span>
          </Button>
        </li>
      </ul>
    </nav>
  );
}
