import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import type { ModalProps } from '../dialog.tsx';
import './modal-popup.css';

/** A modal dialog, open while it is rendered: see `Modal`. */
export function ModalPopup({
  className = '',
  backdropClassName = '',
  onClose,
  startAt,
  isClosedOutside = false,
  children,
  ...rest
}: ModalProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root
      open
      disablePointerDismissal={!isClosedOutside}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {/* Not within the portal of a panel, which may be below other parts of its screen. */}
      <Dialog.Portal container={document.body}>
        {/* A dialog above another one darkens it too. */}
        <Dialog.Backdrop forceRender className={`modal-backdrop ${backdropClassName}`} />
        <Dialog.Popup
          ref={popup}
          data-modal=""
          className={`modal ${className}`}
          initialFocus={() =>
            startAt === undefined
              ? true
              : (popup.current?.querySelector<HTMLElement>(startAt) ?? popup.current)
          }
          {...rest}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
