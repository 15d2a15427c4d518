import { DEFECT_AREAS, type DefectArea } from '@roadworthy/domain';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { stack } from '../../../ui/look/look.ts';
import { type Ordered, orderedAt } from '../../../ui/ordered/ordered.ts';
import { OrderedItem } from '../../../ui/ordered/ordered-item.tsx';
import type { FormProps } from '../../../ui/resource/resource.ts';
import { Select } from '../../../ui/select/select.tsx';
import {
  type ItemDraft,
  itemFault,
  newItem,
  type Template,
  type TemplateDraft,
} from './walkaround-templates.ts';

/** One item: section, text, and part of the vehicle. */
function ItemEditor({
  item,
  fault,
  onChange,
  ordered,
}: {
  readonly item: ItemDraft;
  /** Key of the error text; null if valid. */
  readonly fault: string | null;
  readonly onChange: (changes: Partial<ItemDraft>) => void;
  readonly ordered: Ordered;
}) {
  const { t } = useTranslation();
  return (
    <OrderedItem
      title={t('checkTemplates.item', { place: ordered.place })}
      texts="checkTemplates"
      ordered={ordered}
    >
      <Field
        label={t('checkTemplates.name')}
        isRequired
        fault={fault === null ? undefined : [t(fault)]}
      >
        {(props) => (
          <input
            {...props}
            maxLength={90}
            value={item.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('checkTemplates.section')} fault={undefined}>
        {(props) => (
          <input
            {...props}
            maxLength={60}
            value={item.section}
            onChange={(event) => onChange({ section: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('checkTemplates.area')} fault={undefined}>
        {(props) => (
          <Select
            {...props}
            value={item.area}
            onChange={(event) => onChange({ area: event.currentTarget.value as DefectArea })}
          >
            {DEFECT_AREAS.map((area) => (
              <option key={area} value={area}>
                {t(`checkTemplates.area.${area}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('checkTemplates.hint')} fault={undefined}>
        {(props) => (
          <input
            {...props}
            maxLength={200}
            value={item.hint}
            onChange={(event) => onChange({ hint: event.currentTarget.value })}
          />
        )}
      </Field>
    </OrderedItem>
  );
}

/** The items of a template in the order of the walk. */
export function TemplateFields({ draft, faults, one, change }: FormProps<TemplateDraft, Template>) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const { items } = draft;
  const used = one?.checks_count ?? 0;
  const set = (next: readonly ItemDraft[]) => change({ items: next });
  const add = () => {
    set([...items, newItem(items)]);
    // Focus the new item once it is rendered.
    setTimeout(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  };
  return (
    <>
      {one?.is_shared === true && <p className="resource-note">{t('checkTemplates.shared')}</p>}
      {used > 0 && <p className="resource-note">{t('checkTemplates.used', { count: used })}</p>}
      <fieldset className="resource-group">
        <legend>{t('checkTemplates.items')}</legend>
        <p className="field-hint">{t('checkTemplates.sectionHint')}</p>
        <p className="field-hint">{t('checkTemplates.areaHint')}</p>
        {faults.items !== undefined && (
          <p className="field-fault" role="alert">
            {faults.items.join(' ')}
          </p>
        )}
        <ol
          className={stack({ gap: 4, margin: 0, marginBottom: 4, padding: 0, list: true })}
          ref={list}
        >
          {items.map((item, index) => (
            <ItemEditor
              key={item.key}
              item={item}
              fault={faults.items === undefined ? null : itemFault(item, items)}
              onChange={(changes) =>
                set(items.map((other) => (other === item ? { ...other, ...changes } : other)))
              }
              ordered={orderedAt(items, index, set)}
            />
          ))}
        </ol>
        <Button onClick={add}>{t('checkTemplates.add')}</Button>
      </fieldset>
    </>
  );
}
