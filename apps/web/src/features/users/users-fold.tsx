import { useState } from 'react';
import './users.css';

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
      className="users-fold"
      open={isShown}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <span className="users-fold-label">{label}</span>
        <span className="users-fold-shown">{shown}</span>
      </summary>
      {isShown && children}
    </details>
  );
}
