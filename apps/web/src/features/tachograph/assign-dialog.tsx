import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { Select } from '../../ui/select/select.tsx';
import { toast } from '../../ui/toast.ts';
import { VehicleField } from '../../ui/vehicle-autocomplete/vehicle-field.tsx';
import { ownerKind, TACHOGRAPH_KEY, type TachographFile } from './tachograph.ts';

/** Selects one of the visible drivers. */
function DriverChoice({
  value,
  faults,
  onChange,
}: {
  readonly value: number | null;
  readonly faults: readonly string[] | undefined;
  readonly onChange: (id: number | null) => void;
}) {
  const { t } = useTranslation();
  const drivers = useQuery({
    queryKey: ['tachograph-drivers'],
    queryFn: ({ signal }) => api.tachograph.drivers({ query: { search: '' }, signal }),
  });
  return (
    <Field label={t('tachograph.driver')} fault={faults}>
      {(props) => (
        <Select
          {...props}
          value={value ?? ''}
          onChange={({ currentTarget }) => onChange(Number(currentTarget.value) || null)}
        >
          <option value="">{t('tachograph.none')}</option>
          {(drivers.data?.results ?? []).map(({ id, first_name, surname }) => (
            <option key={id} value={id}>
              {`${surname}, ${first_name}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Assigns a card to a driver, or a vehicle unit to a vehicle. */
export function AssignDialog({
  one: file,
  onDone,
  onClose,
}: {
  readonly one: TachographFile;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [driver, setDriver] = useState(file.driver?.id ?? null);
  const [vehicle, setVehicle] = useState<TachographFile['vehicle']>(file.vehicle);
  const [faults, setFaults] = useState<Faults>({});
  const save = async () => {
    await api.tachograph.assign({
      params: { id: file.id },
      body: { driver, vehicle: vehicle?.id ?? null },
    });
    toast.success(t('tachograph.assigned'));
    await queries.invalidateQueries({ queryKey: [TACHOGRAPH_KEY] });
    onDone();
  };
  return (
    <FormDialog title={t('tachograph.assign')} onSave={save} onFaults={setFaults} onClose={onClose}>
      {ownerKind(file) === 'driver' ? (
        <DriverChoice value={driver} faults={faults.driver} onChange={setDriver} />
      ) : (
        <VehicleField
          label={t('tachograph.vehicle')}
          fault={faults.vehicle}
          selected={vehicle}
          onChange={setVehicle}
        />
      )}
      <p className="field-hint">{t('tachograph.assignHint')}</p>
    </FormDialog>
  );
}
