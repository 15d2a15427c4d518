import { HANDOVER_ITEMS, type HandoverItem } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { row, stack } from '../../ui/look/look.ts';
import { PhotographsField } from '../../ui/photo-picker/photographs-field.tsx';
import { AreaField, FieldGroup, TextField } from '../../ui/resource/bound-fields.tsx';
import type { LastReading, SheetDraft } from './driver-assignments.ts';
import { OdometerField } from './odometer-field.tsx';

const MAX_LETTERS = 2000;

interface Form {
  readonly draft: SheetDraft;
  readonly faults: Faults;
  readonly change: (changes: Partial<SheetDraft>) => void;
}

function Items({ draft: { items }, change }: Form) {
  const { t } = useTranslation();
  const toggle = (item: HandoverItem) => {
    const next = new Set(items);
    if (!next.delete(item)) next.add(item);
    change({ items: next });
  };
  return (
    <FieldGroup title={t('driverAssignments.items')}>
      <div className={stack({ columns: 'one', gap: 2 })}>
        {HANDOVER_ITEMS.map((item) => (
          <label key={item} className={row({ gap: 2, align: 'center' })}>
            <input type="checkbox" checked={items.has(item)} onChange={() => toggle(item)} />
            <span>{t(`driverAssignments.item.${item}`)}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

/**
 * The state of a vehicle when it is handed over.
 *
 * @param hasItems whether what is with the vehicle is entered
 * @param last the last odometer reading of the vehicle
 */
export function SheetFields({
  hasItems = true,
  last,
  ...form
}: Form & { readonly hasItems?: boolean; readonly last: LastReading }) {
  const { t } = useTranslation();
  return (
    <>
      <OdometerField form={form} last={last} />
      <TextField form={form} name="fill" label={t('driverAssignments.fill')} maxLength={3} />
      {hasItems && <Items {...form} />}
      <AreaField
        form={form}
        name="damage"
        label={t('driverAssignments.damage')}
        maxLength={MAX_LETTERS}
      />
      <AreaField
        form={form}
        name="remark"
        label={t('driverAssignments.remark')}
        maxLength={MAX_LETTERS}
      />
      <PhotographsField
        photos={form.draft.photos}
        fault={form.faults.photos}
        onChange={(photos) => form.change({ photos })}
      />
    </>
  );
}
