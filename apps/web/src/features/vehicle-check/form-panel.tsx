import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangesIn } from '../../ui/field/use-form-changes.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { DiscardDialog, LeaveGuard } from '../../ui/leave-guard/leave-guard.tsx';
import { look, stack } from '../../ui/look/look.ts';
import { SidePanel } from '../../ui/side-panel/side-panel.tsx';

/**
 * A side panel with the form of a new record, "Cancel" and "Save". Leaving it with changes asks first.
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
  const box = useRef<HTMLDivElement>(null);
  const isChanged = useChangesIn(box);
  const [isAsked, setIsAsked] = useState(false);
  /** Discarded: the panel closes. */
  const isDone = useRef(false);
  const isHeld = () => !isBusy && !isDone.current && isChanged();
  const close = () => {
    isDone.current = true;
    onClose();
  };
  // Asks while it saves too: a rejected record would be lost.
  const leave = () => (isChanged() ? setIsAsked(true) : close());
  return (
    <SidePanel
      title={title}
      onClose={leave}
      foot={
        <>
          <span className={look({ grow: true, self: 'center', tone: 'quiet' })} role="status">
            {status}
          </span>
          <FormActions
            action={t('action.save')}
            isDisabled={isBusy}
            onAction={() => void onSave()}
            onCancel={leave}
          />
        </>
      }
    >
      <div ref={box} className={stack({ columns: 'one', gap: 4 })}>
        {children}
      </div>
      <LeaveGuard isHeld={isHeld} />
      {isAsked && (
        <DiscardDialog
          onAnswer={(isConfirmed) => {
            setIsAsked(false);
            if (isConfirmed) close();
          }}
        />
      )}
    </SidePanel>
  );
}
