import { ENTERED_MOVEMENT_KINDS } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { ChoiceField, TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { checkMove, type MoveDraft, numberOf, type Part } from './parts.ts';
import { useStockChanged, useStoreOptions } from './use-parts.ts';

interface DialogProps {
  readonly one: Part;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Receives a part without an order, adjusts its stock, or transfers it to another store. */
export function MoveDialog({ one, onDone, onClose }: DialogProps) {
  const { t } = useTranslation();
  const { currency } = useDisplay();
  const changed = useStockChanged();
  const stores = useStoreOptions();
  const { form, setFaults } = useDialogDraft<MoveDraft>({
    kind: 'receipt',
    store: one.stock.length === 1 ? (one.stock[0]?.store.id ?? null) : null,
    to_store: null,
    quantity: '',
    unit_cost: '',
    reason: '',
  });
  const { kind, store, to_store, quantity, unit_cost, reason } = form.draft;
  const save = async () => {
    const found = checkMove(form.draft, t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    await api.parts.move({
      body: {
        part: one.id,
        store: store ?? 0,
        kind,
        quantity: Number(quantity),
        unit_cost: kind === 'transfer' ? null : numberOf(unit_cost),
        to_store: kind === 'transfer' ? to_store : null,
        reason,
      },
    });
    await changed();
    onDone();
  };
  return (
    <FormDialog title={t('parts.move')} onSave={save} onFaults={setFaults} onClose={onClose}>
      <ChoiceField
        form={form}
        name="kind"
        label={t('parts.movement')}
        isRequired
        options={ENTERED_MOVEMENT_KINDS.map((value) => ({
          value,
          label: t(`parts.movement.${value}`),
        }))}
      />
      <ChoiceField
        form={form}
        name="store"
        label={t(kind === 'transfer' ? 'parts.fromStore' : 'parts.store')}
        isRequired
        options={stores}
      />
      {kind === 'transfer' && (
        <ChoiceField
          form={form}
          name="to_store"
          label={t('parts.toStore')}
          isRequired
          options={stores.filter(({ value }) => value !== store)}
        />
      )}
      <TextField
        form={form}
        name="quantity"
        type="number"
        label={t('parts.quantityIn', { unit: t(`parts.unit.${one.unit}`) })}
        isRequired
        {...(kind === 'adjustment' ? { hint: t('parts.adjustmentHint') } : {})}
      />
      {kind !== 'transfer' && (
        <TextField
          form={form}
          name="unit_cost"
          type="number"
          label={t('record.inCurrency', { what: t('parts.unitCost'), currency })}
          hint={t(kind === 'receipt' ? 'parts.receiptCostHint' : 'parts.adjustmentCostHint')}
        />
      )}
      <TextField
        form={form}
        name="reason"
        label={t('parts.reason')}
        isRequired={kind === 'adjustment'}
      />
    </FormDialog>
  );
}

/** Sets the minimum and the bin of a part in a store. */
export function PlaceDialog({
  one,
  place,
  onClose,
}: {
  readonly one: Part;
  readonly place: Part['stock'][number];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const changed = useStockChanged();
  const { form, setFaults } = useDialogDraft({
    minimum: String(place.minimum ?? ''),
    bin: place.bin,
  });
  const { minimum, bin } = form.draft;
  const save = async () => {
    await api.parts.changePlace({
      params: { id: one.id, store: place.store.id },
      body: { minimum: numberOf(minimum), bin },
    });
    await changed();
    toast.success(t('parts.placeSaved'), { subject: place.store.name });
    onClose();
  };
  return (
    <FormDialog
      title={t('parts.placeOf', { store: place.store.name })}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="minimum"
        type="number"
        label={t('parts.minimum')}
        hint={t('parts.minimumHint')}
      />
      <TextField form={form} name="bin" label={t('parts.bin')} maxLength={30} />
    </FormDialog>
  );
}
