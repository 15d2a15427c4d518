import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button/button.tsx';
import { FormActions } from './form-actions.tsx';
import { NotLoadedDialog } from './native-modal/not-loaded-dialog.tsx';
import { loadOverlays, useOverlays, useOverlaysFailed } from './overlays/overlays.ts';

export interface ModalProps
  extends Omit<React.ComponentProps<'div'>, 'ref' | 'className' | 'style' | 'onDrag'> {
  readonly className?: string | undefined;
  readonly backdropClassName?: string | undefined;
  /** Selector of the element that has the focus at first, by default the first one that takes it. */
  readonly startAt?: string;
  /** A press next to the dialog closes it. */
  readonly isClosedOutside?: boolean;
  readonly onClose: () => void;
}

/**
 * A modal dialog, open while it is rendered, without a look of its own. The focus stays in it and returns
 * afterwards. Escape closes.
 */
export function Modal(props: ModalProps) {
  const overlays = useOverlays();
  const hasFailed = useOverlaysFailed();
  useEffect(() => void loadOverlays(), []);
  if (overlays !== null) return <overlays.ModalPopup {...props} />;
  if (!hasFailed) return null;
  return <NotLoadedDialog onRetry={() => void loadOverlays()} onClose={props.onClose} />;
}

/** Where the focus starts in a dialog: at a field, else at the main action. */
const START =
  'input:not([type=hidden], [aria-hidden]), select:not([aria-hidden]), textarea, [role=combobox], .button.primary';

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
  onTouch,
  onClose,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
  readonly actions: (close: () => void) => React.ReactNode;
  readonly isRoomy?: boolean;
  /** Called before each press of a key or pointer in the dialog, with its element. */
  readonly onTouch?: ((box: HTMLElement) => void) | undefined;
  readonly onClose: () => void;
}) {
  const titleId = useId();
  return (
    <Modal
      className={isRoomy ? 'error-dialog roomy' : 'error-dialog'}
      aria-labelledby={titleId}
      startAt={START}
      onPointerDownCapture={({ currentTarget }) => onTouch?.(currentTarget)}
      onKeyDownCapture={({ currentTarget }) => onTouch?.(currentTarget)}
      onClose={onClose}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      <div className="dialog-actions">{actions(onClose)}</div>
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
        <Button kind="primary" onClick={close}>
          {t('action.ok')}
        </Button>
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
  return (
    <Dialog
      title={title}
      onClose={() => onAnswer(false)}
      actions={(close) => (
        <FormActions
          action={confirmLabel ?? t('action.confirm')}
          onAction={() => onAnswer(true)}
          onCancel={close}
        />
      )}
    >
      <p>{message}</p>
    </Dialog>
  );
}
