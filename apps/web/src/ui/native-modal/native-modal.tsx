import { useEffect } from 'react';

interface NativeModalProps extends Omit<React.ComponentProps<'dialog'>, 'ref' | 'onClose'> {
  readonly dialog: React.RefObject<HTMLDialogElement | null>;
  readonly onClose: () => void;
}

/**
 * A modal dialog of the browser, open while it is rendered: for small pages without Base UI, and for
 * the failure to load it. Escape closes.
 */
export function NativeModal({ dialog, onClose, onKeyDown, ...rest }: NativeModalProps) {
  useEffect(() => dialog.current?.showModal(), [dialog]);
  return (
    <dialog
      ref={dialog}
      // React passes this event, which does not bubble, to the enclosing dialogs.
      onClose={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        // A panel or dialog below stays open.
        if (event.key === 'Escape') event.stopPropagation();
      }}
      {...rest}
    />
  );
}
