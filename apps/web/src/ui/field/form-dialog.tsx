import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { Dialog } from '../dialog.tsx';
import { showFirstFault } from '../first-fault.ts';
import { DiscardDialog, LeaveGuard } from '../leave-guard/leave-guard.tsx';
import { toast } from '../toast.ts';
import { useFormChanges } from './use-form-changes.ts';

/** Errors of a form by field name of the body. */
export type Faults = Readonly<Record<string, readonly string[]>>;

/**
 * The errors by field of a rejected call; null if it has none, or was not rejected. The error of one of
 * several values (`emails.0`) is shown at the field of all.
 */
export function faultsOf(error: unknown): Faults | null {
  const errors = error instanceof ApiError ? error.body.errors : undefined;
  if (errors === undefined) return null;
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field.split('.')[0] ?? field, texts]),
  );
}

/** Whether the component is still shown, for work that ends later. */
function useIsOpen(): () => boolean {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return () => isOpen.current;
}

/**
 * A dialog with fields, "Cancel" and "Save". Leaving it with changes that are not saved asks first.
 *
 * @param action label of the button instead of "Save"
 * @param cancelLabel label of the button instead of "Cancel"
 * @param onSave saves; its errors are shown, by field if they have fields
 */
export function FormDialog({
  title,
  children,
  action,
  isReadOnly = false,
  asksToLeave = true,
  onSave,
  onFaults,
  onClose,
  cancelLabel,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
  readonly action?: string | undefined;
  /** Read-only: no "Save" button. */
  readonly isReadOnly?: boolean;
  /** False if the dialog stays open after saving: its fields are then no unsaved change. */
  readonly asksToLeave?: boolean;
  readonly onSave: () => Promise<void>;
  readonly onFaults: (faults: Faults) => void;
  readonly onClose: () => void;
  readonly cancelLabel?: string;
}) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const isSaving = useRef(false);
  const isOpen = useIsOpen();
  const { touch, isChanged } = useFormChanges();
  const isUnsaved = () => asksToLeave && !isReadOnly && isChanged();
  // Saving may itself lead to another screen.
  const isHeld = () => !isSaving.current && isUnsaved();
  // Asks while it saves too: rejected values would be lost.
  const leave = () => (isUnsaved() ? setIsAsked(true) : onClose());
  const save = async () => {
    setIsBusy(true);
    isSaving.current = true;
    try {
      await onSave();
    } catch (error) {
      const faults = faultsOf(error);
      if (faults === null) toast.error((error as Error).message);
      else onFaults(faults);
    }
    setIsBusy(false);
    isSaving.current = false;
    showFirstFault(isOpen);
  };
  return (
    <Dialog
      title={title}
      isRoomy
      onTouch={touch}
      onClose={leave}
      actions={(close) => (
        <>
          <button type="button" className="button" onClick={close}>
            {cancelLabel ?? t('action.cancel')}
          </button>
          <button
            type="button"
            className="button primary"
            disabled={isBusy || isReadOnly}
            onClick={() => void save()}
          >
            {action ?? t('action.save')}
          </button>
        </>
      )}
    >
      {children}
      <LeaveGuard isHeld={isHeld} />
      {isAsked && (
        <DiscardDialog
          onAnswer={(isConfirmed) => {
            setIsAsked(false);
            if (isConfirmed) onClose();
          }}
        />
      )}
    </Dialog>
  );
}
