import { useRef, useState } from 'react';
import { loadOverlays, useOverlays } from '../overlays/overlays.ts';

export interface PopoverProps {
  /** Name of the panel. */
  readonly label: string;
  readonly button: React.ReactNode;
  /** For a button with only an icon. */
  readonly buttonLabel?: string;
  readonly className?: string;
  readonly isDisabled?: boolean;
  readonly describedBy?: string | undefined;
  /** The panel; `close` closes it. */
  readonly children: (close: () => void) => React.ReactNode;
}

/**
 * A button with a panel. Escape and a press elsewhere close it; the focus moves to the element marked
 * `data-start`, or to the first control, and returns to the button.
 */
export function Popover({
  label,
  button,
  buttonLabel,
  className = 'button',
  isDisabled = false,
  describedBy,
  children,
}: PopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const overlays = useOverlays();
  const toggle = () => {
    void loadOverlays();
    setIsOpen(!isOpen);
  };
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={buttonLabel}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-describedby={describedBy}
        disabled={isDisabled}
        onClick={toggle}
      >
        {button}
      </button>
      {isOpen && overlays !== null && (
        <overlays.PopoverPanel label={label} trigger={trigger} onClose={() => setIsOpen(false)}>
          {children}
        </overlays.PopoverPanel>
      )}
    </>
  );
}
