import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { CloseIcon } from '../../../ui/close-icon.tsx';
import styles from './tools.module.css';

/** The panel of a tool of the live map. Its heading takes the focus; Escape closes it. */
export function ToolPanel({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section
      className={styles.panel}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        event.nativeEvent.stopImmediatePropagation();
        onClose();
      }}
    >
      <header className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Button kind="icon" aria-label={t('tools.close')} onClick={onClose}>
          <CloseIcon sizePx={20} />
        </Button>
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
