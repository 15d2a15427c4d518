import { Link, useRouterState } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storage } from '../../session/storage.ts';
import { Button } from '../../ui/button/button.tsx';
import { DestinationIcon } from '../../ui/destination-icon.tsx';
import type { Destination } from '../../ui/destinations.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { isAt, type NavigationEntry, type NavigationGroup } from './navigation.ts';
import styles from './rail.module.css';

/** This group stays in view while the groups above it scroll. */
const PINNED = 'administration';
/** The first group has one entry, which needs no heading. */
const UNNAMED = 'overview';

/** Below this width the rail shows only icons, until the person expands it. */
const EXPANDED_FROM = '(min-width: 1280px)';

/** Stores the position of an item for its tooltip, which the scrolling rail must not clip. */
function placeTooltip({ currentTarget }: { readonly currentTarget: HTMLElement }): void {
  const { top, height } = currentTarget.getBoundingClientRect();
  currentTarget.style.setProperty('--tooltip-top', `${top + height / 2}px`);
}

/** Escape hides the tooltip of an item until it is left. */
function useTooltip() {
  const [isHidden, setIsHidden] = useState(false);
  return {
    'data-no-tooltip': isHidden || undefined,
    onMouseEnter: (event: React.MouseEvent<HTMLElement>) => {
      placeTooltip(event);
      setIsHidden(false);
    },
    onFocus: (event: React.FocusEvent<HTMLElement>) => {
      placeTooltip(event);
      setIsHidden(false);
    },
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === 'Escape') setIsHidden(true);
    },
  };
}

function Item({
  to,
  current,
  isPart = false,
}: {
  readonly to: Destination;
  /** `here` if its screen or a page below it is open, `within` if another screen of its entry is. */
  readonly current: 'here' | 'within' | null;
  readonly isPart?: boolean;
}) {
  const { t } = useTranslation();
  const tooltip = useTooltip();
  const link = useRef<HTMLAnchorElement>(null);
  // On low screens the entry of the open screen can be below the edge of the rail.
  useEffect(() => {
    if (current === 'here') link.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <Link
      ref={link}
      to={to.path}
      className={isPart ? `${styles.item} ${styles.part}` : styles.item}
      activeOptions={{ exact: true }}
      aria-current={current === null ? undefined : 'true'}
      data-current={current ?? undefined}
      {...tooltip}
    >
      <DestinationIcon name={to.key} />
      <span className={styles.label}>{t(`destination.${to.key}`)}</span>
    </Link>
  );
}

function Entry({ entry, path }: { readonly entry: NavigationEntry; readonly path: string }) {
  const isOpen = isAt(entry, path);
  const isHere = (one: Destination) => isAt({ main: one, others: [] }, path);
  return (
    <li>
      <Item to={entry.main} current={isHere(entry.main) ? 'here' : isOpen ? 'within' : null} />
      {isOpen && entry.others.length > 0 && (
        <ul className={styles.parts}>
          {entry.others.map((one) => (
            <li key={one.key}>
              <Item to={one} current={isHere(one) ? 'here' : null} isPart />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Group({
  group,
  path,
  isNamed,
}: {
  readonly group: NavigationGroup;
  readonly path: string;
  /** Whether its name is shown, and not only read aloud. */
  readonly isNamed: boolean;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.group}>
      <p id={id} className={isNamed ? styles.heading : 'visually-hidden'}>
        {t(`navigation.group.${group.key}`)}
      </p>
      <ul aria-labelledby={id}>
        {group.entries.map((entry) => (
          <Entry key={entry.main.key} entry={entry} path={path} />
        ))}
      </ul>
    </div>
  );
}

/**
 * The navigation of wide screens: groups of the destinations that a person may open. It collapses to icons,
 * whose names are tooltips; this browser keeps the choice.
 */
export function Rail({ groups }: { readonly groups: readonly NavigationGroup[] }) {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const hasSpace = useMediaQuery(EXPANDED_FROM);
  const [chosen, setChosen] = useState(storage.isRailCollapsed.get);
  const isCollapsed = chosen ?? !hasSpace;
  const toggleTooltip = useTooltip();
  const toggle = () => {
    storage.isRailCollapsed.set(!isCollapsed);
    setChosen(!isCollapsed);
  };
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <nav
      className={styles.rail}
      aria-label={t('navigation.label')}
      data-collapsed={isCollapsed || undefined}
    >
      <div className={styles.groups}>
        {groups
          .filter(({ key }) => key !== PINNED)
          .map((group) => (
            <Group
              key={group.key}
              group={group}
              path={path}
              isNamed={!isCollapsed && group.key !== UNNAMED}
            />
          ))}
      </div>
      <div className={styles.foot}>
        {groups
          .filter(({ key }) => key === PINNED)
          .map((group) => (
            <Group key={group.key} group={group} path={path} isNamed={false} />
          ))}
        <Button kind="bare" className={styles.item} onClick={toggle} {...toggleTooltip}>
          <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
          <span className={styles.label}>
            {t(isCollapsed ? 'navigation.expand' : 'navigation.collapse')}
          </span>
        </Button>
      </div>
    </nav>
  );
}
