import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { stack } from '../../ui/look/look.ts';
import { ChoiceField, FieldGroup, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { PartField } from './part-picker.tsx';
import type { OrderDraft, OrderLineDraft, PurchaseOrder } from './purchase-orders.ts';
import { useStoreOptions, useSupplierOptions } from './use-parts.ts';

function Lines({ draft, faults, change }: Omit<FormProps<OrderDraft, PurchaseOrder>, 'one'>) {
  const { t } = useTranslation();
  const { currency } = useDisplay();
  const { lines } = draft;
  const replace = (index: number, changes: Partial<OrderLineDraft>) =>
    change({ lines: lines.map((one, at) => (at === index ? { ...one, ...changes } : one)) });
  return (
    <FieldGroup title={t('parts.order.lines')}>
      {lines.map((line, index) => {
        const form = {
          draft: line,
          faults: {},
          change: (changes: Partial<OrderLineDraft>) => replace(index, changes),
        };
        return (
          <div key={line.part.id} className={stack({ gap: 2 })}>
            <strong>{line.part.name}</strong>
            <div className="resource-pair">
              <TextField
                form={form}
                name="quantity"
                type="number"
                label={t('parts.quantity')}
                isRequired
              />
              <TextField
                form={form}
                name="unit_price"
                type="number"
                label={t('record.inCurrency', { what: t('parts.price'), currency })}
                hint={t('parts.order.priceHint')}
              />
            </div>
            <Button onClick={() => change({ lines: lines.filter((_, at) => at !== index) })}>
              {t('parts.order.removeLine', { part: line.part.name })}
            </Button>
          </div>
        );
      })}
      <PartField
        part={null}
        fault={faults.lines}
        hint={t('parts.order.addLineHint')}
        onChange={(part) => {
          if (part === null || lines.some((one) => one.part.id === part.id)) return;
          change({ lines: [...lines, { part, quantity: '1', unit_price: '' }] });
        }}
      />
      {faults.lines !== undefined && (
        <p role="alert" className="field-fault">
          {faults.lines.join(' ')}
        </p>
      )}
    </FieldGroup>
  );
}

/** The fields of a draft; an order that was placed shows only its details. */
export function PurchaseOrderFields({ one, ...form }: FormProps<OrderDraft, PurchaseOrder>) {
  return one === null || one.next_steps.includes('change') ? <DraftFields {...form} /> : null;
}

function DraftFields(form: Omit<FormProps<OrderDraft, PurchaseOrder>, 'one'>) {
  const { t } = useTranslation();
  return (
    <>
      <ChoiceField
        form={form}
        name="supplier"
        label={t('parts.supplier')}
        isRequired
        options={useSupplierOptions()}
      />
      <ChoiceField
        form={form}
        name="store"
        label={t('parts.order.deliverTo')}
        isRequired
        options={useStoreOptions()}
      />
      <Lines {...form} />
      <TextField form={form} name="note" label={t('parts.note')} maxLength={500} />
    </>
  );
}
