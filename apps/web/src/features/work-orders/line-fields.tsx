import {
  WARRANTY_STATES,
  type WarrantyState,
  WORK_LINE_KINDS,
  type WorkLineKind,
} from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { FileDrop } from '../../ui/file-button/file-drop.tsx';
import { ChoiceField, TextField } from '../../ui/resource/bound-fields.tsx';
import { PartField } from '../parts/part-picker.tsx';
import { useStoreOptions } from '../parts/use-parts.ts';
import type { Order } from './use-orders.ts';

export interface Draft {
  readonly kind: WorkLineKind;
  readonly description: string;
  readonly quantity: string;
  readonly unit_price: string;
  readonly vat: string;
  readonly invoice_number: string;
  readonly defect: number | null;
  readonly warranty_state: WarrantyState;
  readonly warranty_amount: string;
  readonly document: File | null;
  readonly part: { readonly id: number; readonly name: string } | null;
  readonly store: number | null;
}

const HOUR_MS = 3_600_000;

/** The hours of the clock, as the quantity of a first line of labour. */
export function clockedHours({ times, lines }: Order): string {
  if (lines.some(({ kind }) => kind === 'labour')) return '1';
  const ms = times.reduce(
    (sum, { started_at: start, ended_at: end }) =>
      sum + (end === null ? 0 : Date.parse(end) - Date.parse(start)),
    0,
  );
  return ms === 0 ? '1' : (ms / HOUR_MS).toFixed(2);
}

type Form = {
  readonly draft: Draft;
  readonly faults: Faults;
  readonly change: (changes: Partial<Draft>) => void;
};

function InvoiceFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  const { currency } = useDisplay();
  const { draft, faults, change } = form;
  return (
    <>
      <TextField
        form={form}
        name="invoice_number"
        label={t('workOrders.line.invoiceNumber')}
        isRequired
        maxLength={60}
      />
      <TextField
        form={form}
        name="vat"
        type="number"
        label={t('record.inCurrency', { what: t('workOrders.line.vat'), currency })}
      />
      <FileDrop
        accept="application/pdf,image/*"
        hint={t('workOrders.line.documentHint')}
        file={draft.document}
        isDisabled={false}
        onFile={(document) => change({ document })}
      />
      {faults.document !== undefined && (
        <p className="field-fault" role="alert">
          {faults.document.join(' ')}
        </p>
      )}
    </>
  );
}

/** The part of the catalogue and its store; its cost is that of the stock once it is issued. */
function PartFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  const stores = useStoreOptions();
  const { draft, faults, change } = form;
  const choose = async (part: Draft['part']) => {
    change({ part });
    if (part === null) return change({ store: null });
    if (draft.description === '') change({ description: part.name });
    const { stock, suppliers } = await api.parts.read({ params: { id: part.id }, quiet: true });
    const held = stock.find(({ quantity }) => quantity > 0) ?? stock[0];
    const cost = held?.average_cost || (suppliers[0]?.price ?? 0);
    change({
      ...(draft.store === null ? { store: held?.store.id ?? null } : {}),
      ...(draft.unit_price === '' ? { unit_price: cost.toFixed(2) } : {}),
    });
  };
  return (
    <>
      <PartField
        part={draft.part}
        fault={faults.part}
        hint={t('workOrders.line.partHint')}
        onChange={(part) => void choose(part)}
      />
      {draft.part !== null && (
        <ChoiceField
          form={form}
          name="store"
          label={t('parts.store')}
          isRequired
          options={stores}
        />
      )}
    </>
  );
}

/** Kind, quantity and price of a line; nothing of a line whose part is issued. */
function AmountFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  const { currency } = useDisplay();
  const { draft } = form;
  const isInvoice = draft.kind === 'external';
  return (
    <>
      {!isInvoice && (
        <TextField
          form={form}
          name="quantity"
          type="number"
          label={t(draft.kind === 'labour' ? 'workOrders.line.hours' : 'workOrders.line.quantity')}
        />
      )}
      <TextField
        form={form}
        name="unit_price"
        type="number"
        isRequired
        label={t('record.inCurrency', {
          what: t(isInvoice ? 'workOrders.line.net' : 'workOrders.line.price'),
          currency,
        })}
      />
      {isInvoice && <InvoiceFields form={form} />}
    </>
  );
}

export function LineFields({
  form,
  order,
  isIssued,
}: {
  readonly form: Form;
  readonly order: Order;
  readonly isIssued: boolean;
}) {
  const { t } = useTranslation();
  const { currency } = useDisplay();
  const { draft } = form;
  return (
    <>
      {isIssued ? (
        <p>{t('workOrders.line.issuedHint')}</p>
      ) : (
        <ChoiceField
          form={form}
          name="kind"
          label={t('workOrders.line.kind')}
          isRequired
          options={WORK_LINE_KINDS.map((value) => ({
            value,
            label: t(`workOrders.line.kind.${value}`),
          }))}
        />
      )}
      {!isIssued && draft.kind === 'part' && <PartFields form={form} />}
      <TextField
        form={form}
        name="description"
        label={t('workOrders.line.description')}
        isRequired
      />
      {!isIssued && <AmountFields form={form} />}
      {order.defects.length > 1 && (
        <ChoiceField
          form={form}
          name="defect"
          label={t('workOrders.line.defect')}
          none={t('workOrders.line.allDefects')}
          options={order.defects.map(({ id, reference_number: number, finding }) => ({
            value: id,
            label: `${number}: ${finding}`,
          }))}
        />
      )}
      <ChoiceField
        form={form}
        name="warranty_state"
        label={t('workOrders.line.warranty')}
        isRequired
        options={WARRANTY_STATES.map((value) => ({
          value,
          label: t(`workOrders.warranty.${value}`),
        }))}
      />
      {draft.warranty_state !== 'none' && (
        <TextField
          form={form}
          name="warranty_amount"
          type="number"
          label={t('record.inCurrency', { what: t('workOrders.line.warrantyAmount'), currency })}
        />
      )}
    </>
  );
}
