import { useState } from 'react';
import { cx, look } from '../../ui/look/look.ts';
import styles from './users.module.css';

/** A collapsible part of a form with a long, rarely used list. Open if it contains an error. */
export function Fold({
  label,
  shown,
  fault,
  children,
}: {
  readonly label: string;
  /** The selection, shown next to the label. */
  readonly shown: string;
  readonly fault: readonly string[] | undefined;
  readonly children: React.ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen || fault !== undefined;
  return (
    <details
      className={cx(look({ border: 'line', radius: 'medium' }), styles.usersFold)}
      open={isShown}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <span className={look({ weight: 'medium' })}>{label}</span>
        <span
          className={look({
            overflow: 'hidden',
            tone: 'quiet',
            text: 'right',
            ellipsis: true,
            nowrap: true,
          })}
        >
          {shown}
        </span>
      </summary>
      {isShown && children}
    </details>
  );
}
