import type { AnswerOf, contract } from '@roadworthy/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, LoaderCircle, RadioTower } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../api/client.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { toast } from '../../../../ui/toast.ts';
import { type FirstRecords, type StepVehicle, useCountAgain } from '../use-first-steps.ts';
import styles from './connect-device.module.css';
import { Diagnosis } from './diagnosis.tsx';

type UnknownDevice = AnswerOf<typeof contract.trackers.unknownDevices>['results'][number];

const REFRESH_MS = 5000;
const MOST_DEVICES = 3;

/** Registers an unknown device for a vehicle. */
function useAdopt(onAdopted: () => void) {
  const { t } = useTranslation();
  const countAgain = useCountAgain();
  const [isBusy, setIsBusy] = useState(false);
  const adopt = async ({ identifier, protocol }: UnknownDevice, vehicle: StepVehicle) => {
    setIsBusy(true);
    try {
      await api.trackers.adoptDevice({ body: { identifier, protocol, vehicle: vehicle.id } });
      toast.success(t('toast.success'), { subject: vehicle.registration });
      await countAgain();
      onAdopted();
    } catch (error) {
      toast.error((error as Error).message);
    }
    setIsBusy(false);
  };
  return { adopt, isBusy };
}

/** Devices that send without being registered, each with a button that adopts it for the vehicle. */
function UnknownDevices({
  devices,
  vehicle,
  onAdopted,
}: {
  readonly devices: readonly UnknownDevice[];
  readonly vehicle: StepVehicle | null;
  readonly onAdopted: () => void;
}) {
  const { t } = useTranslation();
  const { adopt, isBusy } = useAdopt(onAdopted);
  return devices.map((device) => (
    <p key={`${device.protocol} ${device.identifier}`} className={styles.line}>
      <RadioTower size={20} aria-hidden="true" />
      <span className={styles.fact}>
        {t('firstSteps.found', {
          identifier: device.identifier,
          protocol: t(`protocol.${device.protocol}`),
        })}
      </span>
      {vehicle === null ? (
        <Link to="/administration/trackers">{t('firstSteps.adopt')}</Link>
      ) : (
        <Button kind="primary" disabled={isBusy} onClick={() => void adopt(device, vehicle)}>
          {t('firstSteps.adoptFor', { registration: vehicle.registration })}
        </Button>
      )}
    </p>
  ));
}

/** What arrives: devices that are not registered, a registered one that is silent, a live one, nothing. */
export function Arrivals({
  records: { silent, live },
  vehicle,
  onAdopted,
}: {
  readonly records: FirstRecords;
  /** The vehicle to adopt a device for; null if each has one. */
  readonly vehicle: StepVehicle | null;
  readonly onAdopted: () => void;
}) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['first-steps', 'unknown-devices'],
    queryFn: ({ signal }) =>
      api.trackers.unknownDevices({ query: { pageSize: 25 }, signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  });
  const devices = data?.results.slice(0, MOST_DEVICES) ?? [];
  const isWaiting = silent !== null || (devices.length === 0 && live === null);
  return (
    <div role="status" className={styles.arrivals}>
      {live !== null && (
        <p className={styles.line}>
          <CircleCheck size={20} aria-hidden="true" />
          {t('firstSteps.isLive', { registration: live.registration ?? '' })}
        </p>
      )}
      {isWaiting && (
        <p className={styles.line}>
          <LoaderCircle className={styles.turning} size={20} aria-hidden="true" />
          {silent === null
            ? t('firstSteps.waitingDevice')
            : t('firstSteps.waitingPosition', {
                identifier: silent.tracker,
                registration: silent.registration ?? '',
              })}
        </p>
      )}
      <UnknownDevices devices={devices} vehicle={vehicle} onAdopted={onAdopted} />
      {isWaiting && <Diagnosis silent={silent} hasUnknown={devices.length > 0} />}
    </div>
  );
}
