import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../api/client.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { CopyLine } from '../../../../ui/copy-line/copy-line.tsx';
import { Field } from '../../../../ui/field/field.tsx';
import { later } from '../../../../ui/later/later.tsx';
import { Select } from '../../../../ui/select/select.tsx';
import { toast } from '../../../../ui/toast.ts';
import { trackerBody, trackerDraft } from '../../../trackers/trackers.ts';
import { type StepTracker, type StepVehicle, useCountAgain } from '../use-first-steps.ts';
import styles from './connect-device.module.css';
import { useDevicePorts } from './device-ports.tsx';
import { newPhoneId, type PhoneApp, phoneAddress } from './phone-address.ts';

const { Part: QrCode } = later(async () => (await import('./qr-code.tsx')).default);

const APPS: readonly PhoneApp[] = ['traccar', 'osmand'];

/** The code that sets up the app of a registered phone, and the same as text. */
function PhoneCode({ phone, port }: { readonly phone: StepTracker; readonly port: number }) {
  const { t } = useTranslation();
  const [app, setApp] = useState<PhoneApp>('traccar');
  const address = phoneAddress(app, location.hostname, port, phone.tracker);
  return (
    <div className={styles.phone}>
      <div className={styles.code}>
        <QrCode text={address} label={t('firstSteps.phoneCode')} />
      </div>
      <div className={styles.phoneText}>
        <Field label={t('firstSteps.phoneApp')} fault={undefined}>
          {(props) => (
            <Select
              {...props}
              value={app}
              onChange={({ currentTarget }) => setApp(currentTarget.value as PhoneApp)}
            >
              {APPS.map((one) => (
                <option key={one} value={one}>
                  {t(`firstSteps.app.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <p>{t(`firstSteps.scan.${app}`)}</p>
        <CopyLine label={t('firstSteps.phoneAddress')} text={address} />
      </div>
    </div>
  );
}

/**
 * A phone instead of a tracker: registers one for the vehicle, and shows the code that sets it up.
 *
 * @param phone the registered phone that has not sent yet; null without one
 */
export function Phone({
  phone,
  vehicle,
  onRegistered,
}: {
  readonly phone: StepTracker | null;
  readonly vehicle: StepVehicle | null;
  readonly onRegistered: () => void;
}) {
  const { t } = useTranslation();
  const countAgain = useCountAgain();
  const [isBusy, setIsBusy] = useState(false);
  const port = useDevicePorts().find(({ protocol }) => protocol === 'osmand')?.port;
  if (port === undefined) return null;
  if (phone !== null) return <PhoneCode key={phone.id} phone={phone} port={port} />;
  if (vehicle === null) return null;
  const register = async () => {
    setIsBusy(true);
    try {
      const { id, registration } = vehicle;
      const draft = { ...trackerDraft(null), protocol: 'osmand', tracker: newPhoneId() } as const;
      await api.trackers.create({ body: trackerBody({ ...draft, vehicle: { id, registration } }) });
      await countAgain();
      onRegistered();
    } catch (error) {
      toast.error((error as Error).message);
    }
    setIsBusy(false);
  };
  return (
    <p className={styles.line}>
      <span className={styles.fact}>{t('firstSteps.phoneText')}</span>
      <Button disabled={isBusy} onClick={() => void register()}>
        {t('firstSteps.usePhone', { registration: vehicle.registration })}
      </Button>
    </p>
  );
}
