import { fromLocalMinute, toApiDateTime, toLocalMinute } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { toast } from '../../ui/toast.ts';
import { CouplingFields, CouplingTimeField } from './coupling-fields.tsx';
import {
  type Coupling,
  type CouplingDraft,
  checkCoupling,
  draftOf,
  saveCoupling,
} from './couplings.ts';

interface DialogProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Couples a trailer to a vehicle, from the page of either. */
export function CoupleDialog({
  first,
  onDone,
  onClose,
}: DialogProps & { readonly first: Partial<Pick<CouplingDraft, 'trailer' | 'vehicle'>> }) {
  const { t } = useTranslation();
  const { timeZone } = useDisplay().dates;
  const [draft, setDraft] = useState<CouplingDraft>({ ...draftOf(null, timeZone), ...first });
  const [faults, setFaults] = useState<Faults>({});
  const save = async () => {
    const found = checkCoupling(draft, t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    await saveCoupling(draft, null, timeZone);
    toast.success(t('couplings.saved'));
    onDone();
  };
  return (
    <FormDialog
      title={t('couplings.new')}
      action={t('couplings.couple')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <CouplingFields
        one={null}
        draft={draft}
        faults={faults}
        change={(changes) => setDraft({ ...draft, ...changes })}
      />
    </FormDialog>
  );
}

/** Uncouples a trailer now or at an earlier time. */
export function UncoupleDialog({
  one,
  onDone,
  onClose,
}: DialogProps & { readonly one: Pick<Coupling, 'id' | 'trailer'> }) {
  const { t } = useTranslation();
  const { timeZone } = useDisplay().dates;
  const { form, setFaults } = useDialogDraft({ uncoupled_at: toLocalMinute(Date.now(), timeZone) });
  const { draft } = form;
  const save = async () => {
    const found = missing(draft, ['uncoupled_at'], t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    await api.couplings.uncouple({
      params: { id: one.id },
      body: { uncoupled_at: toApiDateTime(fromLocalMinute(draft.uncoupled_at, timeZone)) },
    });
    onDone();
  };
  return (
    <FormDialog
      title={t('couplings.uncoupleTitle', { trailer: one.trailer.registration })}
      action={t('couplings.uncouple')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <CouplingTimeField
        form={form}
        name="uncoupled_at"
        label={t('couplings.uncoupledAt')}
        isRequired
      />
    </FormDialog>
  );
}
