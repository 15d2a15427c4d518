import type { AnswerOf, contract } from '@roadworthy/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { CopyLine } from '../../ui/copy-line/copy-line.tsx';
import history from '../../ui/dialog-history.module.css';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { Select } from '../../ui/select/select.tsx';
import { toast } from '../../ui/toast.ts';
import { useShareState } from '../../ui/use-share-state.ts';
import type { VehicleDialogProps } from '../../ui/vehicle-dialog.ts';
import { useDepotPlaces } from '../tracking/tools/use-depot-places.ts';
import styles from './vehicle-shares.module.css';

type Share = AnswerOf<typeof contract.vehicleShares.list>['results'][number];

/** Lifetimes of a link, hours. */
const HOURS = [1, 4, 12, 24, 72, 168] as const;
const USUAL_HOURS = 4;

function ShareLine({
  share,
  isBusy,
  onRevoke,
}: {
  readonly share: Share;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}) {
  const { t } = useTranslation();
  const { state, time } = useShareState(share);
  return (
    <li>
      <p className={styles.line}>
        <strong>{share.note === '' ? t('vehicleShare.noNote') : share.note}</strong>
        <span className={`badge ${state === 'open' ? 'good' : ''}`}>
          {t(`vehicleShare.${state}`, { time: time(share.revoked_at ?? share.expires_at) })}
        </span>
      </p>
      <p className={styles.line}>
        <span>
          {[
            share.destination?.name,
            share.created_by,
            share.last_view_at === null
              ? t('vehicleShare.unseen')
              : t('vehicleShare.seen', { count: share.views, time: time(share.last_view_at) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {state === 'open' && (
          <Button disabled={isBusy} onClick={onRevoke}>
            {t('vehicleShare.revoke')}
          </Button>
        )}
      </p>
    </li>
  );
}

function ShareList({ vehicleId }: { readonly vehicleId: number }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: ['vehicle-shares', vehicleId],
    queryFn: ({ signal }) =>
      api.vehicleShares.list({ params: { id: vehicleId }, signal, quiet: true }),
  });
  const revoke = useMutation({
    mutationFn: (share: number) => api.vehicleShares.revoke({ params: { id: vehicleId, share } }),
    onSuccess: () => toast.success(t('vehicleShare.revokedToast')),
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['vehicle-shares', vehicleId] }),
  });
  if (isError) {
    return (
      <p role="alert">
        {t('vehicleShare.failed')}{' '}
        <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
      </p>
    );
  }
  if (data === undefined) return null;
  if (data.results.length === 0) return <p>{t('vehicleShare.none')}</p>;
  return (
    <section className={history.history} aria-label={t('vehicleShare.links')}>
      <h3>{t('vehicleShare.links')}</h3>
      <ul>
        {data.results.map((share) => (
          <ShareLine
            key={share.id}
            share={share}
            isBusy={revoke.isPending}
            onRevoke={() => revoke.mutate(share.id)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Creates a link that shows a vehicle live without sign-in, and lists its links. */
export function VehicleSharesDialog({ vehicle, onClose }: VehicleDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const places = useDepotPlaces(true);
  const [faults, setFaults] = useState<Faults>({});
  const [note, setNote] = useState('');
  const [hours, setHours] = useState(String(USUAL_HOURS));
  const [depot, setDepot] = useState('');
  const [address, setAddress] = useState<string | null>(null);
  const depots = (places.data ?? []).filter(({ lat, long }) => lat !== null && long !== null);
  const create = async () => {
    const place = depots.find(({ id }) => String(id) === depot);
    const made = await api.vehicleShares.create({
      params: { id: vehicle.id },
      body: {
        expires_in_hours: Number(hours),
        note,
        destination:
          place === undefined
            ? null
            : { name: place.name, lat: place.lat ?? 0, long: place.long ?? 0 },
      },
    });
    setAddress(new URL(made.address, location.origin).href);
    setNote('');
    await queries.invalidateQueries({ queryKey: ['vehicle-shares', vehicle.id] });
  };
  return (
    <FormDialog
      asksToLeave={false}
      title={t('vehicleShare.title', { registration: vehicle.registration })}
      action={t('vehicleShare.create')}
      cancelLabel={t('action.close')}
      onSave={create}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p className="field-hint">{t('vehicleShare.hint')}</p>
      <div className={styles.form}>
        <Field label={t('vehicleShare.note')} fault={faults.note}>
          {(props) => (
            <input
              {...props}
              maxLength={200}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
          )}
        </Field>
        <Field label={t('vehicleShare.duration')} fault={faults.expires_in_hours}>
          {(props) => (
            <Select
              {...props}
              value={hours}
              onChange={({ currentTarget }) => setHours(currentTarget.value)}
            >
              {HOURS.map((one) => (
                <option key={one} value={one}>
                  {t(`vehicleShare.hours.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={t('vehicleShare.destination')}
          hint={t('vehicleShare.destinationHint')}
          fault={faults.destination}
        >
          {(props) => (
            <Select
              {...props}
              value={depot}
              onChange={({ currentTarget }) => setDepot(currentTarget.value)}
            >
              <option value="">{t('vehicleShare.noDestination')}</option>
              {depots.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {address !== null && (
        <div role="status">
          <CopyLine label={t('vehicleShare.link')} text={address} />
          <p className="field-hint">{t('vehicleShare.once')}</p>
        </div>
      )}
      <ShareList vehicleId={vehicle.id} />
    </FormDialog>
  );
}
