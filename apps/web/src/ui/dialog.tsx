import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormActions } from './form-actions.tsx';

interface ModalProps extends Omit<React.ComponentProps<'dialog'>, 'ref' | 'onClose'> {
  readonly dialog: React.RefObject<HTMLDialogElement | null>;
  readonly onClose: () => void;
}

/** A modal dialog, open while it is rendered, without a look of its own. Escape closes. */
export function Modal({ dialog, onClose, ...rest }: ModalProps) {
  useEffect(() => dialog.current?.showModal(), [dialog]);
  return (
    <dialog
      ref={dialog}
      // React passes this event, which does not bubble, to the enclosing dialogs.
      onClose={(event) => event.target === event.currentTarget && onClose()}
      {...rest}
    />
  );
}

/**
 * A modal dialog, open while it is rendered: title, content and a row of actions. The focus starts at the
 * main action, or at the first field if there is one; Escape closes.
 *
 * @param actions the buttons; `close` closes like Escape
 * @param isRoomy for content with fields
 */
export function Dialog({
  title,
  children,
  actions,
  isRoomy = false,
  onClose,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
  readonly actions: (close: () => void) => React.ReactNode;
  readonly isRoomy?: boolean;
  readonly onClose: () => void;
}) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const start = dialog.current?.querySelector<HTMLElement>(
      'input, select, textarea, .button.primary',
    );
    start?.focus();
  }, []);
  return (
    <Modal
      dialog={dialog}
      className={isRoomy ? 'error-dialog roomy' : 'error-dialog'}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      <div className="dialog-actions">{actions(() => dialog.current?.close())}</div>
    </Modal>
  );
}

/** The general dialog: header, status and message with an "Ok" button (requirement P-108). */
export function MessageDialog({
  title,
  status,
  message,
  onClose,
}: {
  readonly title: string;
  readonly status: string;
  readonly message: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={(close) => (
        <button type="button" className="button primary" onClick={close}>
          {t('action.ok')}
        </button>
      )}
    >
      <p className="dialog-status">{status}</p>
      <p>{message}</p>
    </Dialog>
  );
}

/**
 * A confirmation with "OK" and "Cancel" (requirement P-111).
 *
 * @param confirmLabel name of the action, instead of "OK"
 */
export function ConfirmDialog({
  title,
  message,
  confirmLabel,
  onAnswer,
}: {
  readonly title: string;
  readonly message: string;
  readonly confirmLabel?: string;
  readonly onAnswer: (isConfirmed: boolean) => void;
}) {
  const { t } = useTranslation();
  const answer = useRef(false);
  const confirm = (close: () => void) => {
    answer.current = true;
    close();
  };
  return (
    <Dialog
      title={title}
      onClose={() => onAnswer(answer.current)}
      actions={(close) => (
        <FormActions
          action={confirmLabel ?? t('action.confirm')}
          onAction={() => confirm(close)}
          onCancel={close}
        />
      )}
    >
      <p>{message}</p>
    </Dialog>
  );
}
