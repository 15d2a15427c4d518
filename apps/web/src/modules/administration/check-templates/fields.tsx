import { DEFECT_AREAS, type DefectArea } from '@roadworthy/domain';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../widgets/field/field.tsx';
import type { FormProps } from '../../../widgets/resource/resource.ts';
import { moved } from '../investigation-templates/template.ts';
import { OrderButtons } from '../order-buttons.tsx';
import {
  type ItemDraft,
  itemFault,
  newItem,
  type Template,
  type TemplateDraft,
} from './template.ts';

/** One point: where it stands, what is checked, and which part of the vehicle it is. */
function ItemEditor({
  item,
  place,
  count,
  fault,
  onChange,
  onMove,
  onRemove,
}: {
  readonly item: ItemDraft;
  readonly place: number;
  readonly count: number;
  /** Key of what is wrong with it; null for nothing. */
  readonly fault: string | null;
  readonly onChange: (changes: Partial<ItemDraft>) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <li className="question-editor" aria-labelledby={id}>
      <div className="question-head">
        <strong id={id}>{t('checkTemplates.item', { place })}</strong>
        <OrderButtons
          texts="checkTemplates"
          place={place}
          count={count}
          onMove={onMove}
          onRemove={onRemove}
        />
      </div>
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
          <select
            {...props}
            value={item.area}
            onChange={(event) => onChange({ area: event.currentTarget.value as DefectArea })}
          >
            {DEFECT_AREAS.map((area) => (
              <option key={area} value={area}>
                {t(`checkTemplates.area.${area}`)}
              </option>
            ))}
          </select>
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
    </li>
  );
}

/** The points of a template in the order in which the driver walks. */
export function TemplateFields({ draft, faults, one, change }: FormProps<TemplateDraft, Template>) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const { items } = draft;
  const used = one?.checks_count ?? 0;
  const set = (next: readonly ItemDraft[]) => change({ items: next });
  const add = () => {
    set([...items, newItem(items)]);
    // Once it is there, the keyboard stands in it.
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
        <ol className="question-editors" ref={list}>
          {items.map((item, index) => (
            <ItemEditor
              key={item.key}
              item={item}
              place={index + 1}
              count={items.length}
              fault={faults.items === undefined ? null : itemFault(item, items)}
              onChange={(changes) =>
                set(items.map((other) => (other === item ? { ...other, ...changes } : other)))
              }
              onMove={(by) => set(moved(items, index, by))}
              onRemove={() => set(items.filter((other) => other !== item))}
            />
          ))}
        </ol>
        <button type="button" className="button" onClick={add}>
          {t('checkTemplates.add')}
        </button>
      </fieldset>
    </>
  );
}
