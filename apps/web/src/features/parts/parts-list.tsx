import { PART_CATEGORIES } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { look } from '../../ui/look/look.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { type Bound, Choice } from '../records/records-filters.tsx';
import { LabelsDialog } from './labels-dialog.tsx';
import { PartDetails } from './part-details.tsx';
import { PartFields } from './part-fields.tsx';
import {
  checkPart,
  draftOf,
  PARTS_KEY,
  PARTS_WRITE,
  type Part,
  type PartDraft,
  type PartRow,
  quantityText,
  savePart,
} from './parts.ts';
import { MoveDialog } from './stock-dialogs.tsx';
import { useStoreOptions, useSupplierOptions } from './use-parts.ts';

const NONE = '–';
const textOptions = (options: readonly { readonly value: number; readonly label: string }[]) =>
  options.map(({ value, label }) => ({ value: String(value), label }));

/** A choice of a store, or any. */
export function StoreChoice(bound: Bound) {
  const { t } = useTranslation();
  const options = textOptions(useStoreOptions());
  return (
    <Choice
      {...bound}
      name="store"
      label={t('parts.store')}
      all={t('parts.anyStore')}
      options={options}
    />
  );
}

function Filters(bound: Bound) {
  const { t } = useTranslation();
  const suppliers = textOptions(useSupplierOptions());
  return (
    <>
      <Choice
        {...bound}
        name="short"
        label={t('parts.stock')}
        all={t('parts.anyStock')}
        options={[{ value: 'true', label: t('parts.underMinimum') }]}
      />
      <Choice
        {...bound}
        name="category"
        label={t('parts.category')}
        all={t('parts.anyCategory')}
        options={PART_CATEGORIES.map((value) => ({ value, label: t(`parts.category.${value}`) }))}
      />
      <Choice
        {...bound}
        name="supplier"
        label={t('parts.supplier')}
        all={t('parts.anySupplier')}
        options={suppliers}
      />
      <StoreChoice {...bound} />
    </>
  );
}

/** The list of parts. */
export function useParts(): Resource<PartRow, PartDraft, Part> {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const money = useMoney();
  const { current } = useSession();
  const mayWrite = may(current, PARTS_WRITE);
  const mayImport = may(current, { kind: 'administrator' });
  return useMemo(
    () => ({
      kind: PARTS_KEY,
      texts: 'parts.list',
      list: (query, signal) => api.parts.list({ query: query as object, signal }),
      read: (id, signal) => api.parts.read({ params: { id }, signal }),
      nameOf: ({ number, name }) => `${number} ${name}`,
      columns: [
        { key: 'number', label: t('parts.number'), isOrdered: true, cell: ({ number }) => number },
        { key: 'name', label: t('parts.name'), isOrdered: true, cell: ({ name }) => name },
        {
          key: 'category',
          label: t('parts.category'),
          cell: ({ category }) => t(`parts.category.${category}`),
        },
        {
          key: 'quantity',
          label: t('parts.stock'),
          isNumber: true,
          cell: ({ quantity, unit, is_short: isShort }) => (
            <span className={look({ flow: 'inlineRow', wrap: true, gap: 1, align: 'center' })}>
              {isShort && <Badge tone="warn">{t('parts.underMinimum')}</Badge>}
              {`${quantityText(quantity, locale)} ${t(`parts.unitShort.${unit}`)}`}
            </span>
          ),
        },
        {
          key: 'value',
          label: t('parts.value'),
          isNumber: true,
          cell: ({ value }) => money(value),
        },
        {
          key: 'supplier',
          label: t('parts.supplier'),
          cell: ({ supplier }) => supplier ?? NONE,
        },
      ],
      mayAdd: mayWrite,
      form: {
        draftOf,
        Fields: PartFields,
        check: checkPart,
        save: savePart,
        mayChange: () => mayWrite,
      },
      Details: PartDetails,
      ...(mayWrite
        ? {
            archive: {
              change: (ids: readonly number[], archived: boolean) =>
                api.parts.archive({ body: { ids: [...ids], archived } }),
              text: t('parts.archiveText'),
            },
            actions: [{ label: t('parts.move'), done: t('parts.moved'), Dialog: MoveDialog }],
            bulk: [{ key: 'labels', label: t('parts.labels'), Dialog: LabelsDialog }],
          }
        : {}),
      filters: { names: ['short', 'category', 'supplier', 'store'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('parts', 'exportList'), { query }),
      ...(mayWrite && mayImport ? { importKind: 'part' as const } : {}),
    }),
    [t, locale, money, mayWrite, mayImport],
  );
}
