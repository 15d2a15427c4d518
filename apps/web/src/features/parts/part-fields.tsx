import { PART_CATEGORIES, PART_UNITS } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { stack } from '../../ui/look/look.ts';
import { ChoiceField, FieldGroup, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { NO_OFFER, type OfferDraft, type Part, type PartDraft } from './parts.ts';
import { useSupplierOptions } from './use-parts.ts';

const MOST_SUPPLIERS = 10;

/** Who sells the part; the first is preferred. */
function Suppliers({ draft, faults, change }: Omit<FormProps<PartDraft, Part>, 'one'>) {
  const { t } = useTranslation();
  const { currency } = useDisplay();
  const options = useSupplierOptions();
  const { suppliers } = draft;
  const replace = (index: number, changes: Partial<OfferDraft>) =>
    change({
      suppliers: suppliers.map((one, at) => (at === index ? { ...one, ...changes } : one)),
    });
  return (
    <FieldGroup title={t('parts.suppliers')}>
      {suppliers.map((offer, index) => {
        const form = {
          draft: offer,
          faults: {},
          change: (changes: Partial<OfferDraft>) => replace(index, changes),
        };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity of their own
          <div key={index} className={stack({ gap: 2 })}>
            <ChoiceField
              form={form}
              name="supplier"
              label={t('parts.supplier')}
              isRequired
              options={options}
            />
            <div className="resource-pair">
              <TextField
                form={form}
                name="number"
                label={t('parts.supplierNumber')}
                maxLength={40}
              />
              <TextField
                form={form}
                name="price"
                type="number"
                label={t('record.inCurrency', { what: t('parts.price'), currency })}
              />
            </div>
            <Button
              onClick={() => change({ suppliers: suppliers.filter((_, at) => at !== index) })}
            >
              {t('parts.removeSupplier')}
            </Button>
          </div>
        );
      })}
      {faults.suppliers !== undefined && (
        <p role="alert" className="field-fault">
          {faults.suppliers.join(' ')}
        </p>
      )}
      {suppliers.length < MOST_SUPPLIERS && (
        <Button onClick={() => change({ suppliers: [...suppliers, NO_OFFER] })}>
          {t('parts.addSupplier')}
        </Button>
      )}
    </FieldGroup>
  );
}

/** The fields of a part. */
export function PartFields({ one: _, ...form }: FormProps<PartDraft, Part>) {
  const { t } = useTranslation();
  return (
    <>
      <TextField form={form} name="number" label={t('parts.number')} isRequired maxLength={40} />
      <TextField form={form} name="name" label={t('parts.name')} isRequired maxLength={100} />
      <div className="resource-pair">
        <ChoiceField
          form={form}
          name="category"
          label={t('parts.category')}
          isRequired
          options={PART_CATEGORIES.map((value) => ({
            value,
            label: t(`parts.category.${value}`),
          }))}
        />
        <ChoiceField
          form={form}
          name="unit"
          label={t('parts.unit')}
          isRequired
          options={PART_UNITS.map((value) => ({ value, label: t(`parts.unit.${value}`) }))}
        />
      </div>
      <TextField
        form={form}
        name="barcode"
        label={t('parts.barcode')}
        hint={t('parts.barcodeHint')}
        maxLength={64}
      />
      <div className="resource-pair">
        <TextField
          form={form}
          name="reorder_level"
          type="number"
          label={t('parts.reorderLevel')}
          hint={t('parts.reorderLevelHint')}
        />
        <TextField
          form={form}
          name="reorder_quantity"
          type="number"
          label={t('parts.reorderQuantity')}
        />
      </div>
      <TextField
        form={form}
        name="warranty_months"
        type="number"
        label={t('parts.warrantyMonths')}
      />
      <TextField form={form} name="note" label={t('parts.note')} maxLength={500} />
      <Suppliers {...form} />
    </>
  );
}
