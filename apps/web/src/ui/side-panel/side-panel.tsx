import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Breadcrumbs, type Crumb } from '../breadcrumbs/breadcrumbs.tsx';
import { CloseIcon } from '../close-icon.tsx';
import { topModal } from '../top-modal.ts';
import './side-panel.css';
import styles from './side-panel.module.css';

/**
 * A panel over the right side of a screen, or over the whole screen on a phone. The rest of the screen
 * stays usable. The focus moves to the element marked `data-start`, or to the title, and returns on
 * closing; Escape closes.
 *
 * @param foot fixed footer, such as the buttons of a form
 * @param parents the screen below the panel and the pages above it, as breadcrumbs
 */
export function SidePanel({
  title,
  children,
  foot,
  parents = [],
  onClose,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
  readonly foot?: React.ReactNode;
  readonly parents?: readonly Crumb[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const box = panel.current;
    const start = box?.querySelector<HTMLElement>('[data-start]') ?? box?.querySelector('h2');
    start?.focus({ preventScroll: true });
    return () => {
      // If the focus has moved elsewhere meanwhile, it stays there.
      const isInside = box?.contains(document.activeElement) || document.activeElement === null;
      if (isInside || document.activeElement === document.body) before?.focus();
    };
  }, []);

  useEffect(() => {
    // A button that was disabled when it was pressed leaves the focus at no element.
    const onKey = (event: KeyboardEvent) => {
      const isFree = document.activeElement === document.body && topModal() === null;
      if (event.key === 'Escape' && !event.defaultPrevented && isFree) onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);

  return (
    <section
      ref={panel}
      className="side-panel"
      aria-labelledby={id}
      onKeyDown={(event) => {
        // An open dialog above it handles Escape itself.
        const isInDialog = (event.target as HTMLElement).closest('dialog, [data-modal]') !== null;
        if (event.key !== 'Escape' || event.defaultPrevented || isInDialog) return;
        // Otherwise the same key closes the question that it opens.
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <div className={styles.title}>
          <Breadcrumbs parents={parents} current={title} />
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
        </div>
        <button
          type="button"
          className="icon-button"
          aria-label={t('action.close')}
          onClick={onClose}
        >
          <CloseIcon sizePx={20} />
        </button>
      </header>
      <div className="side-panel-body">{children}</div>
      {foot !== undefined && <footer>{foot}</footer>}
    </section>
  );
}
