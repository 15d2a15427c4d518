import { formatMoney, formatNumber } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { chosenLanguage } from '../../../session/languages.ts';
import { Button } from '../../../ui/button/button.tsx';
import { localeOf } from '../../../ui/display.ts';
import { Field } from '../../../ui/field/field.tsx';
import { LinkPart } from '../../../ui/link-part.tsx';
import { look, row, stack } from '../../../ui/look/look.ts';
import { Select } from '../../../ui/select/select.tsx';
import { linkToken, useSending } from '../../../ui/use-link.ts';
import type { PartProps } from './answer-parts.tsx';

import type { LinkedOrder } from './use-linked-order.ts';

interface Draft {
  readonly key: string;
  readonly kind: 'labour' | 'part';
  readonly description: string;
  readonly quantity: string;
  readonly unit_price: string;
}

const MAX_LINES = 40;
const empty = (): Draft => ({
  key: crypto.randomUUID(),
  kind: 'labour',
  description: '',
  quantity: '1',
  unit_price: '',
});

const draftsOf = ({ lines }: LinkedOrder): Draft[] => {
  const own = lines.flatMap((line): Draft[] =>
    line.kind === 'external'
      ? []
      : [
          {
            key: crypto.randomUUID(),
            kind: line.kind,
            description: line.description,
            quantity: String(line.quantity),
            unit_price: String(line.unit_price),
          },
        ],
  );
  return own.length === 0 ? [empty()] : own;
};

function useMoneyText(currency: string) {
  const locale = localeOf(chosenLanguage());
  return (amount: number) => formatMoney(amount, currency, locale);
}

/** The lines that were sent. */
function Sent({ order }: { readonly order: LinkedOrder }) {
  const { t } = useTranslation();
  const money = useMoneyText(order.currency);
  const locale = localeOf(chosenLanguage());
  if (order.lines.length === 0) return null;
  const sum = order.lines
    .filter((line) => !line.is_superseded)
    .reduce((all, { net }) => all + net, 0);
  return (
    <ul className={stack({ gap: 1, margin: 0, padding: 0, list: true })}>
      {order.lines.map((line, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
        <li key={n} className={row({ justify: 'between', gap: 2 })}>
          <span>
            {line.invoice_number === null
              ? `${line.description}, ${formatNumber(line.quantity, locale, 2)} × ${money(line.unit_price)}`
              : t('repairer.invoiceLine', { number: line.invoice_number })}
            {line.is_superseded && ` (${t('workOrders.line.superseded')})`}
          </span>
          <span className={look({ numeric: true })}>{money(line.net)}</span>
        </li>
      ))}
      <li className={row({ justify: 'between', gap: 2 })}>
        <strong>{t('repairer.total')}</strong>
        <strong className={look({ numeric: true })}>{money(sum)}</strong>
      </li>
    </ul>
  );
}

function LineFields({
  line,
  currency,
  onChange,
  onRemove,
}: {
  readonly line: Draft;
  readonly currency: string;
  readonly onChange: (changes: Partial<Draft>) => void;
  readonly onRemove: (() => void) | null;
}) {
  const { t } = useTranslation();
  const input = (name: 'description' | 'quantity' | 'unit_price', label: string) => (
    <Field label={label} fault={undefined}>
      {(props) => (
        <input
          {...props}
          {...(name === 'description'
            ? { maxLength: 200 }
            : { type: 'number', min: 0, step: 0.01, inputMode: 'decimal' as const })}
          value={line[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <fieldset
      className={row({ wrap: true, gap: 2, align: 'end', padding: 0, border: 'none', margin: 0 })}
    >
      <Field label={t('workOrders.line.kind')} fault={undefined}>
        {(props) => (
          <Select
            {...props}
            value={line.kind}
            onChange={({ currentTarget }) =>
              onChange({ kind: currentTarget.value === 'part' ? 'part' : 'labour' })
            }
          >
            <option value="labour">{t('workOrders.line.kind.labour')}</option>
            <option value="part">{t('workOrders.line.kind.part')}</option>
          </Select>
        )}
      </Field>
      {input('description', t('workOrders.line.description'))}
      {input(
        'quantity',
        t(line.kind === 'labour' ? 'workOrders.line.hours' : 'workOrders.line.quantity'),
      )}
      {input('unit_price', t('record.inCurrency', { what: t('workOrders.line.price'), currency }))}
      {onRemove !== null && <Button onClick={onRemove}>{t('workOrders.line.remove')}</Button>}
    </fieldset>
  );
}

/** The estimate of the repairer, which replaces the last one until it is approved. */
export function EstimatePart({ order, onSent }: PartProps) {
  const { t } = useTranslation();
  const { isBusy, faults, failure, setFaults, send } = useSending(onSent);
  const [lines, setLines] = useState(() => draftsOf(order));
  if (!order.may_estimate && order.lines.length === 0) return null;
  const change = (key: string, changes: Partial<Draft>) =>
    setLines((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const submit = () => {
    const isWhole = lines.every(
      ({ description, quantity, unit_price: price }) =>
        description.trim().length > 1 && quantity !== '' && price !== '',
    );
    if (!isWhole) {
      setFaults({ lines: [t('repairer.linesMissing')] });
      return;
    }
    void send(() =>
      api.workOrderLinks.estimate({
        body: {
          token: linkToken(),
          lines: lines.map(({ kind, description, quantity, unit_price: price }) => ({
            kind,
            description,
            quantity: Number(quantity),
            unit_price: Number(price),
          })),
        },
        quiet: true,
      }),
    );
  };
  return (
    <LinkPart title={t('repairer.estimate')} failure={failure}>
      <Sent order={order} />
      {order.may_estimate && (
        <>
          <p className={look({ margin: 0, tone: 'quiet', size: 'small' })}>
            {t('repairer.estimateHint')}
          </p>
          {lines.map((line) => (
            <LineFields
              key={line.key}
              line={line}
              currency={order.currency}
              onChange={(changes) => change(line.key, changes)}
              onRemove={
                lines.length === 1
                  ? null
                  : () => setLines((all) => all.filter(({ key }) => key !== line.key))
              }
            />
          ))}
          {faults.lines !== undefined && (
            <p className="field-fault" role="alert">
              {faults.lines.join(' ')}
            </p>
          )}
          <div className={row({ wrap: true, gap: 2 })}>
            <Button
              disabled={lines.length >= MAX_LINES}
              onClick={() => setLines((all) => [...all, empty()])}
            >
              {t('workOrders.line.add')}
            </Button>
            <Button kind="primary" disabled={isBusy} onClick={submit}>
              {t('repairer.sendEstimate')}
            </Button>
          </div>
        </>
      )}
    </LinkPart>
  );
}
