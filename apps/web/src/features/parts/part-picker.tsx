import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { type PickerKind, type PickerRow, pagedQueryOf } from '../../ui/pickers/kind.ts';
import { SinglePicker } from '../../ui/pickers/single-picker.tsx';
import { PickerField } from '../../ui/resource/picker-field.tsx';
import { type PartRow, quantityText } from './parts.ts';

type PickedPart = PartRow & PickerRow;

/** A field that chooses a part of the catalogue, or none. */
export function PartField({
  part,
  fault,
  hint,
  onChange,
}: {
  readonly part: { readonly id: number; readonly name: string } | null;
  readonly fault: readonly string[] | undefined;
  readonly hint?: string;
  readonly onChange: (part: { readonly id: number; readonly name: string } | null) => void;
}) {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const kind = useMemo(
    (): PickerKind<PickedPart> => ({
      key: 'part',
      columns: [
        { key: 'number', text: 'parts.number', cell: ({ number }) => number },
        {
          key: 'name',
          text: 'parts.name',
          cell: ({ name }) => name,
          shown: ({ name, quantity }) => `${name} (${quantityText(quantity, locale)})`,
        },
      ],
      order: 'number',
      pageSize: 25,
      hasEmptyHint: true,
      nameOf: ({ number, name }) => `${number} ${name}`,
      load: (question, { signal }) =>
        api.parts.list({ query: pagedQueryOf(question) as object, signal, quiet: true }),
    }),
    [locale],
  );
  return (
    <PickerField
      label={t('parts.part')}
      chosen={part === null ? [] : [part.name]}
      fault={fault}
      {...(hint === undefined ? {} : { hint })}
    >
      <SinglePicker
        kind={kind}
        label={t('parts.part')}
        selected={part}
        onChange={onChange}
        isOptional
        fault={fault}
      />
    </PickerField>
  );
}
