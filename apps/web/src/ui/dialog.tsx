import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * What a dialog does when it is closed, and not when one within it is: React lets that event, which
 * does not bubble, reach the dialogs around.
 */
export const whenClosed =
  (onClose: () => void) =>
  (event: React.SyntheticEvent<HTMLDialogElement>): void => {
    if (event.target === event.currentTarget) onClose();
  };

/**
 * A modal dialog, open as long as it is rendered: title, content and a row of actions. The keyboard
 * starts at the main action, or at the first field where the content has one; Escape closes.
 *
 * @param actions the buttons; `close` closes as Escape does
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
    const element = dialog.current;
    element?.showModal();
    const start = element?.querySelector<HTMLElement>('input, select, textarea, .button.primary');
    start?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={isRoomy ? 'error-dialog roomy' : 'error-dialog'}
      aria-labelledby={titleId}
      onClose={whenClosed(onClose)}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      <div className="dialog-actions">{actions(() => dialog.current?.close())}</div>
    </dialog>
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
 * Asks before something is done, with "OK" and "Cancel" (requirement P-111).
 *
 * @param confirmLabel names what is done, in the place of "OK"
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
        <>
          <button type="button" className="button" onClick={close}>
            {t('action.cancel')}
          </button>
          <button type="button" className="button primary" onClick={() => confirm(close)}>
            {confirmLabel ?? t('action.confirm')}
          </button>
        </>
      )}
    >
      <p>{message}</p>
    </Dialog>
  );
}
