import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import {
  type Chosen,
  type PickerKind,
  type PickerRow,
  pagedQueryOf,
} from '../../../ui/pickers/kind.ts';
import { SinglePicker } from '../../../ui/pickers/single-picker.tsx';
import { PickerField } from '../../../ui/resource/picker-field.tsx';

interface Driver extends PickerRow {
  readonly first_name: string;
  readonly surname: string;
}

const nameOf = ({ first_name, surname }: Driver) => `${first_name} ${surname}`.trim();

/** Visible drivers, with or without an account. */
const DRIVERS: PickerKind<Driver> = {
  key: 'letterDriver',
  columns: [{ key: 'first_name', text: 'picker.name', cell: nameOf }],
  order: 'first_name',
  pageSize: 25,
  hasEmptyHint: false,
  nameOf,
  load: (question, { signal }) =>
    api.vehicleCheck.letterDrivers({ query: pagedQueryOf(question), signal, quiet: true }),
};

/** The recipient of a notice letter, optional. */
export function DriverField({
  selected,
  fault,
  onChange,
}: {
  readonly selected: Chosen | null;
  readonly fault: readonly string[] | undefined;
  readonly onChange: (driver: Chosen | null) => void;
}) {
  const { t } = useTranslation();
  return (
    <PickerField
      label={t('vehicleCheck.column.driver')}
      chosen={selected === null ? [] : [selected.name]}
      fault={fault}
    >
      <SinglePicker
        kind={DRIVERS}
        selected={selected}
        isOptional
        fault={fault}
        onChange={onChange}
      />
    </PickerField>
  );
}
