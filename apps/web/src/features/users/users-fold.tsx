import { useState } from 'react';
import './users.css';

/** A part of a form that opens: its list is long and seldom needed. Open where something is wrong in it. */
export function Fold({
  label,
  shown,
  fault,
  children,
}: {
  readonly label: string;
  /** What is chosen, beside the label. */
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
