import type { AnswerOf, contract } from '@roadworthy/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../api/client.ts';
import { Dialog, MessageDialog } from '../../ui/dialog.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { toast } from '../../ui/toast.ts';
import {
  type ChosenVehicle,
  VehicleAutocomplete,
} from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';

export type UnknownDevice = AnswerOf<typeof contract.trackers.unknownDevices>['results'][number];

interface Refusal {
  readonly status: string;
  readonly message: string;
}

function refusalOf(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiError)) return { status: '', message };
  return { status: `${error.status} ${error.statusText}`, message };
}

/** Selects the vehicle of an unregistered device, and registers it (requirement O-21). */
export function AdoptDialog({
  device,
  onClose,
}: {
  readonly device: UnknownDevice;
  readonly onClose: (adopted: boolean) => void;
}) {
  const { t } = useTranslation();
  const [vehicle, setVehicle] = useState<ChosenVehicle | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const title = t('trackers.adoptTitle', { identifier: device.identifier });

  const adopt = async () => {
    setIsMissing(vehicle === null);
    if (vehicle === null) return;
    setIsBusy(true);
    try {
      const { identifier, protocol } = device;
      await api.trackers.adoptDevice({ body: { identifier, protocol, vehicle: vehicle.id } });
      toast.success(t('toast.success'), { subject: vehicle.registration });
      onClose(true);
    } catch (error) {
      setRefusal(refusalOf(error));
      setIsBusy(false);
    }
  };

  return (
    <>
      <Dialog
        title={title}
        isRoomy
        onClose={() => onClose(false)}
        actions={(close) => (
          <FormActions
            action={t('trackers.adopt')}
            isDisabled={isBusy}
            onAction={() => void adopt()}
            onCancel={close}
          />
        )}
      >
        <p className="form-hint">{t('trackers.adoptVehicle')}</p>
        <VehicleAutocomplete
          selected={vehicle}
          onChange={setVehicle}
          label={t('trackers.adoptVehicle')}
        />
        {isMissing && vehicle === null && (
          <p className="form-error" role="alert">
            {t('toast.required')}
          </p>
        )}
      </Dialog>
      {refusal !== null && (
        <MessageDialog title={title} {...refusal} onClose={() => setRefusal(null)} />
      )}
    </>
  );
}
