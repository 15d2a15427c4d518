import { useTranslation } from 'react-i18next';
import { FormActions } from '../../ui/form-actions.tsx';
import { look, stack } from '../../ui/look/look.ts';
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
          <span className={look({ grow: true, self: 'center', tone: 'quiet' })} role="status">
            {status}
          </span>
          <FormActions
            action={t('action.save')}
            isDisabled={isBusy}
            onAction={() => void onSave()}
            onCancel={onClose}
          />
        </>
      }
    >
      <div className={stack({ columns: 'one', gap: 4 })}>{children}</div>
    </SidePanel>
  );
}
