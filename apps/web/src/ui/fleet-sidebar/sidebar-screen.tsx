import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './fleet-sidebar.css';

function SidebarTitle({
  title,
  isCollapsed,
  onToggle,
}: {
  readonly title: string;
  readonly isCollapsed: boolean;
  readonly onToggle: () => void;
}) {
  const { t } = useTranslation();
  const label = t(isCollapsed ? 'fleet.expand' : 'fleet.collapse');
  return (
    <header className="sidebar-title">
      <h2>{title}</h2>
      <button
        type="button"
        className="icon-button"
        aria-expanded={!isCollapsed}
        aria-label={label}
        title={label}
        onClick={onToggle}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none">
          <path
            d={isCollapsed ? 'M10 6l6 6-6 6' : 'M14 6l-6 6 6 6'}
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </button>
    </header>
  );
}

/**
 * A screen with the search on the left and the results on the right. On a phone the left part collapses
 * to a line with a summary, and opens over the screen.
 *
 * @param summary the search in a few words
 * @param title title of the sidebar, next to a button that collapses it (requirement G-11)
 * @param foot fixed footer of the sidebar, such as its "Search" button
 * @param at the selection, for sidebars that only select: a new selection collapses it on a phone
 */
export function SidebarScreen({
  label,
  title,
  summary,
  sidebar,
  foot,
  at = '',
  children,
}: {
  readonly label: string;
  readonly title?: string;
  readonly summary: string;
  readonly sidebar: React.ReactNode;
  readonly foot?: React.ReactNode;
  readonly at?: string;
  readonly children: React.ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === at;
  const setIsOpen = (open: boolean) => setOpenedAt(open ? at : null);
  const [isCollapsed, setIsCollapsed] = useState(false);
  const classes = ['sidebar-screen', isOpen && 'open', isCollapsed && 'collapsed'];
  return (
    <div className={classes.filter((one) => one !== false).join(' ')}>
      <button
        type="button"
        className="sidebar-summary"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" fill="none">
          <path
            d="M4 7h16M7 12h10M10 17h4"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
        <span>{summary}</span>
        <strong>{t(isOpen ? 'action.close' : 'fleet.change')}</strong>
      </button>
      <aside id={id} className="sidebar" aria-label={label}>
        {title !== undefined && (
          <SidebarTitle
            title={title}
            isCollapsed={isCollapsed}
            onToggle={() => setIsCollapsed(!isCollapsed)}
          />
        )}
        <div className="sidebar-body">{sidebar}</div>
        {foot !== undefined && (
          // biome-ignore lint/a11y/noStaticElementInteractions: the button inside searches; this only collapses
          // biome-ignore lint/a11y/useKeyWithClickEvents: a key on the button inside clicks too
          <div className="sidebar-foot" onClick={() => setIsOpen(false)}>
            {foot}
          </div>
        )}
      </aside>
      <div className="sidebar-stage">{children}</div>
    </div>
  );
}
