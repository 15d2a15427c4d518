import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import {
  type Assignment,
  checkSheet,
  emptySheet,
  type ReturnDraft,
  sendReturn,
} from './driver-assignments.ts';
import { SheetFields } from './sheet-fields.tsx';

interface Props {
  readonly one: Assignment;
  readonly onDone: () => void;
}

function ReturnDialog({ one, onDone, onClose }: Props & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { unit } = useDisplay();
  const { first_name, last_name } = useSession().current.user;
  const [key] = useState(() => crypto.randomUUID());
  const { form, setFaults } = useDialogDraft<ReturnDraft>(() => ({
    ...emptySheet(),
    signed_by: `${first_name} ${last_name}`.trim(),
  }));
  const save = async () => {
    const isUnsigned = form.draft.signed_by.trim().length < 2;
    const found = {
      ...checkSheet(form.draft, t),
      ...(isUnsigned ? { signed_by: [t('sign.enterName')] } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    await sendReturn(one.id, form.draft, unit, key);
    toast.success(t('driverAssignments.own.returned'));
    onClose();
    onDone();
  };
  return (
    <FormDialog
      title={t('driverAssignments.own.return')}
      action={t('driverAssignments.own.return')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{one.vehicle.registration}</p>
      <SheetFields {...form} hasItems={false} last={one.last_reading} />
      <TextField
        form={form}
        name="signed_by"
        label={t('sign.name')}
        hint={t('driverAssignments.own.confirms.return')}
        isRequired
        maxLength={90}
      />
    </FormDialog>
  );
}

/** Returns a vehicle that the driver has now, with its state and a signature. */
export function ReturnVehicle(props: Props) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <span>
        <Button onClick={() => setIsOpen(true)}>{t('driverAssignments.own.return')}</Button>
      </span>
      {isOpen && <ReturnDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
