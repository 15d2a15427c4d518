import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { UnsentState } from '../../ui/outbox/unsent-state.tsx';
import { useOwnChanges } from '../../ui/outbox/use-own-changes.ts';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import {
  type Assignment,
  checkSheet,
  emptySheet,
  type ReturnDraft,
  returnValues,
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
  const returns = useOwnChanges('driverAssignments.giveBack');
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
    const values = returnValues(form.draft, unit);
    const outcome = await returns.make({ id: one.id, values, photos: form.draft.photos, key });
    toast.success(t(outcome === 'sent' ? 'driverAssignments.own.returned' : 'unsent.saved'));
    onClose();
    if (outcome === 'sent') onDone();
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

/** Returns a vehicle that the driver has now, with its state and a signature; or the return that is not sent yet. */
export function ReturnVehicle(props: Props) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const unsent = useOwnChanges('driverAssignments.giveBack').unsentOf(props.one.id).at(-1);
  if (unsent?.state === 'waiting') {
    return (
      <span>
        <strong>{t('driverAssignments.kind.returnByDriver')}</strong>
        <UnsentState change={unsent} />
      </span>
    );
  }
  return (
    <>
      <span>
        <Button onClick={() => setIsOpen(true)}>{t('driverAssignments.own.return')}</Button>
      </span>
      {isOpen && <ReturnDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
