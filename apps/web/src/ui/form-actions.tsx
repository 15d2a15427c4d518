import { useTranslation } from 'react-i18next';

interface ButtonProps {
  readonly onClick: () => void;
}

/** The button "Cancel". */
export function CancelButton({ onClick }: ButtonProps) {
  const { t } = useTranslation();
  return (
    <button type="button" className="button" onClick={onClick}>
      {t('action.cancel')}
    </button>
  );
}

/** The button "Close" of a dialog or panel. */
export function CloseButton({ onClick }: ButtonProps) {
  const { t } = useTranslation();
  return (
    <button type="button" className="button" onClick={onClick}>
      {t('action.close')}
    </button>
  );
}

/** The buttons of a form: "Cancel" and the main action. */
export function FormActions({
  action,
  isDisabled = false,
  onAction,
  onCancel,
}: {
  /** Label of the main action. */
  readonly action: string;
  readonly isDisabled?: boolean;
  readonly onAction: () => void;
  readonly onCancel: () => void;
}) {
  return (
    <>
      <CancelButton onClick={onCancel} />
      <button type="button" className="button primary" disabled={isDisabled} onClick={onAction}>
        {action}
      </button>
    </>
  );
}
