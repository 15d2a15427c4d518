import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../../ui/field/field.tsx';
import { Select } from '../../../../ui/select/select.tsx';
import type { FirstRecords, StepVehicle } from '../use-first-steps.ts';
import { Arrivals } from './arrivals.tsx';
import styles from './connect-device.module.css';
import { DevicePorts } from './device-ports.tsx';
import { Phone } from './phone.tsx';
import { RegisterForm } from './register-form.tsx';

/** The vehicle that the next device is fitted to; asked if there are several without a device. */
function VehicleChoice({
  vehicles,
  chosen,
  onChoose,
}: {
  readonly vehicles: readonly StepVehicle[];
  readonly chosen: StepVehicle;
  readonly onChoose: (id: number) => void;
}) {
  const { t } = useTranslation();
  if (vehicles.length < 2) return null;
  return (
    <Field label={t('firstSteps.forVehicle')} fault={undefined}>
      {(props) => (
        <Select
          {...props}
          value={chosen.id}
          onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
        >
          {vehicles.map(({ id, registration }) => (
            <option key={id} value={id}>
              {registration}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** What has arrived so far, and where each family of devices connects. */
export default function ConnectDevice({ records }: { readonly records: FirstRecords }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const free = records.vehicles.filter(({ trackers }) => trackers.length === 0);
  const { silent } = records;
  const vehicle = free.find(({ id }) => id === chosenId) ?? free[0] ?? null;
  // The button that was pressed is gone: the focus stays in the step.
  const stay = () => box.current?.focus();
  return (
    <div className={styles.connect} ref={box} tabIndex={-1}>
      {vehicle !== null && (
        <VehicleChoice vehicles={free} chosen={vehicle} onChoose={setChosenId} />
      )}
      <Arrivals records={records} vehicle={vehicle} onAdopted={stay} />
      <p>{t('firstSteps.connectText')}</p>
      <DevicePorts />
      <Phone
        phone={silent?.protocol === 'osmand' ? silent : null}
        vehicle={vehicle}
        onRegistered={stay}
      />
      {vehicle !== null && <RegisterForm key={vehicle.id} vehicle={vehicle} onRegistered={stay} />}
      <p>
        <a href="/docs/device-guide.html" target="_blank" rel="noopener">
          {t('firstSteps.guide')}
        </a>
      </p>
    </div>
  );
}
