import { useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import type { PopoverProps } from '../popover/popover.tsx';
import { NativeModal } from './native-modal.tsx';
import styles from './native-popover.module.css';

/** A button that opens its panel as a dialog of the browser, for pages without Base UI. */
export function NativePopover({
  label,
  button,
  buttonLabel,
  className,
  isDisabled = false,
  describedBy,
  children,
}: PopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <Button
        kind="bare"
        className={className}
        aria-label={buttonLabel}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        disabled={isDisabled}
        onClick={() => setIsOpen(true)}
      >
        {button}
      </Button>
      {isOpen && (
        <NativeModal
          dialog={dialog}
          className={styles.panel}
          aria-label={label}
          onClose={() => setIsOpen(false)}
          onClick={(event) => event.target === dialog.current && dialog.current.close()}
        >
          <div className={styles.content}>{children(() => dialog.current?.close())}</div>
        </NativeModal>
      )}
    </>
  );
}
