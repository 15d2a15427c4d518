import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { requiredFault } from '../../../ui/field/required.ts';
import { FileButton } from '../../../ui/file-button/file-button.tsx';
import { FileDrop } from '../../../ui/file-button/file-drop.tsx';
import { LinkPart } from '../../../ui/link-part.tsx';
import { look, row, stack } from '../../../ui/look/look.ts';
import { sendForm } from '../../../ui/send-form.ts';
import { linkToken, useSending } from '../../../ui/use-link.ts';
import type { PartProps } from './answer-parts.tsx';

import type { LinkedOrder } from './use-linked-order.ts';

const MAX_AT_ONCE = 10;
const upload = (values: Readonly<Record<string, string | File | readonly File[] | null>>) =>
  sendForm<LinkedOrder>(
    pathOf('workOrderLinks', 'upload'),
    { token: linkToken(), ...values },
    { params: {} },
  );

function Photographs({ order, onSent }: PartProps) {
  const { t } = useTranslation();
  const { isBusy, failure, send } = useSending(onSent);
  return (
    <LinkPart title={t('repairer.photographs')} failure={failure}>
      <div className={row({ wrap: true, gap: 3, align: 'center' })}>
        <FileButton
          label={t('record.choosePhotographs')}
          accept="image/*"
          isMultiple
          isDisabled={isBusy}
          onFiles={(files) => void send(() => upload({ photos: files.slice(0, MAX_AT_ONCE) }))}
        />
        <span role="status">{t('repairer.photographsSent', { count: order.photographs })}</span>
      </div>
    </LinkPart>
  );
}

const EMPTY = { invoice_number: '', net: '', vat: '', document: null };

function Invoice({ order, onSent }: PartProps) {
  const { t } = useTranslation();
  const { isBusy, faults, failure, setFaults, send } = useSending(onSent);
  const [draft, setDraft] = useState<{
    readonly invoice_number: string;
    readonly net: string;
    readonly vat: string;
    readonly document: File | null;
  }>(EMPTY);
  const submit = async () => {
    const found = (['invoice_number', 'net'] as const).filter((name) => draft[name].trim() === '');
    if (found.length > 0 || draft.document === null) {
      setFaults({
        ...Object.fromEntries(found.map((name) => [name, requiredFault(t)])),
        ...(draft.document === null ? { document: [t('repairer.documentMissing')] } : {}),
      });
      return;
    }
    if (await send(() => upload(draft))) setDraft(EMPTY);
  };
  const input = (name: 'invoice_number' | 'net' | 'vat', label: string, isRequired: boolean) => (
    <Field label={label} isRequired={isRequired} fault={faults[name]}>
      {(props) => (
        <input
          {...props}
          {...(name === 'invoice_number'
            ? { maxLength: 60 }
            : { type: 'number', min: 0, step: 0.01, inputMode: 'decimal' as const })}
          value={draft[name]}
          onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  const inCurrency = (what: string) =>
    t('record.inCurrency', { what: t(what), currency: order.currency });
  return (
    <LinkPart title={t('repairer.invoice')} failure={failure}>
      <p className={look({ margin: 0, tone: 'quiet', size: 'small' })}>
        {t('repairer.invoiceHint')}
      </p>
      {input('invoice_number', t('workOrders.line.invoiceNumber'), true)}
      {input('net', inCurrency('workOrders.line.net'), true)}
      {input('vat', inCurrency('workOrders.line.vat'), false)}
      <FileDrop
        accept="application/pdf,image/*"
        hint={t('workOrders.line.documentHint')}
        file={draft.document}
        isDisabled={isBusy}
        onFile={(document) => setDraft({ ...draft, document })}
      />
      {faults.document !== undefined && (
        <p className="field-fault" role="alert">
          {faults.document.join(' ')}
        </p>
      )}
      <span>
        <Button kind="primary" disabled={isBusy} onClick={() => void submit()}>
          {t('repairer.sendInvoice')}
        </Button>
      </span>
    </LinkPart>
  );
}

/** Photographs of the work, and the invoice once the work is approved. */
export function FilesPart(props: PartProps) {
  return (
    <div className={stack({ gap: 6 })}>
      <Photographs {...props} />
      {props.order.may_invoice && <Invoice {...props} />}
    </div>
  );
}
