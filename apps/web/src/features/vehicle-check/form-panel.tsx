import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../ui/side-panel/side-panel.tsx';

/**
 * A side panel with the form of a new record, "Cancel" and "Save".
 *
 * @param status text next to the buttons, announced when it changes
 */
export function FormPanel({
  title,
  isBusy,
  status,
  onSave,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isBusy: boolean;
  readonly status?: string | undefined;
  readonly onSave: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <SidePanel
      title={title}
      onClose={onClose}
      foot={
        <>
          <span className="check-form-status" role="status">
            {status}
          </span>
          <button type="button" className="button" onClick={onClose}>
            {t('action.cancel')}
          </button>
          <button
            type="button"
            className="button primary"
            disabled={isBusy}
            onClick={() => void onSave()}
          >
            {t('action.save')}
          </button>
        </>
      }
    >
      <div className="check-form">{children}</div>
    </SidePanel>
  );
}
