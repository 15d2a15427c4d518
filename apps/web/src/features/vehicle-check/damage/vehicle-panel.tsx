import { formatDateTime } from '@roadworthy/domain';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useDisplay, useLocale } from '../../../ui/display.ts';
import { ChecksTrend } from '../figures/checks-trend.tsx';
import { percentOf } from '../figures/vehicle-check-figures-tiles.tsx';
import { LoadFault } from '../load-fault.tsx';
import { Facts, Part, RecordPanel, useRecord } from '../report/vehicle-check-report-panel.tsx';
import { Badge } from '../vehicle-check-badges.tsx';
import { DAMAGES, FIGURES } from '../vehicle-check-keys.ts';
import { useMayWrite } from '../vehicle-check-rights.ts';
import { DamageView } from './damage-view.tsx';

/** Maximum number of fixed damage entries shown. */
const MOST_FIXED = 100;

/** Placeholder of a part: nothing while loading, or the error. */
function Fault({ of: { error, refetch } }: { readonly of: UseQueryResult<unknown> }) {
  return error === null ? null : <LoadFault error={error} onRetry={() => void refetch()} />;
}

/** Check frequency of the vehicle, and its VOR state. */
function VehicleFigures({ vehicleId }: { readonly vehicleId: number }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const locale = useLocale();
  const figures = useQuery({
    queryKey: [FIGURES, 'vehicle', vehicleId],
    queryFn: ({ signal }) =>
      api.vehicleCheck.vehicleFigures({ params: { id: vehicleId }, query: {}, signal }),
  });
  const { data } = figures;
  if (data === undefined) return <Fault of={figures} />;
  const { last_check: last, is_off_road: isOff } = data;
  return (
    <>
      <Facts
        of={[
          [
            t('vehicleCheck.lastCheck'),
            last === null ? t('vehicleCheck.never') : formatDateTime(Date.parse(last), dates),
          ],
          [t('vehicleCheck.tile.doneRate'), percentOf(data.done_rate, locale)],
          [t('vehicleCheck.tile.nilRate'), percentOf(data.nil_defect_rate, locale)],
          [t('vehicleCheck.tile.defects'), String(data.defects_open)],
          [
            t('vehicleCheck.state'),
            isOff ? (
              <Badge key="off" tone="bad">
                {t('vor.state.off_road')}
              </Badge>
            ) : null,
          ],
        ]}
      />
      <ChecksTrend trend={data.trend} isSmall />
    </>
  );
}

/** Fixed damage of a vehicle. */
function FixedDamages({
  depotId,
  vehicleId,
}: {
  readonly depotId: number;
  readonly vehicleId: number;
}) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const fixed = useQuery({
    queryKey: [DAMAGES, 'fixed', depotId, vehicleId],
    queryFn: ({ signal }) =>
      api.vehicleCheck.damages({
        params: { id: depotId },
        query: { vehicle: vehicleId, state: 'fixed', pageSize: MOST_FIXED },
        signal,
      }),
  });
  const { data } = fixed;
  if (data === undefined) return <Fault of={fixed} />;
  if (data.results.length === 0) return null;
  return (
    <Part title={t('vehicleCheck.fixedDamages')}>
      <DamageView damages={data.results} mayFix={mayWrite} />
    </Part>
  );
}

/** A damaged vehicle: open damage on its drawing, fixed damage, and figures (L-P04). */
export function VehiclePanel({
  depotId,
  vehicleId,
  onClose,
}: {
  readonly depotId: number;
  readonly vehicleId: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const record = useRecord([DAMAGES, 'unfixed', vehicleId], (signal) =>
    api.vehicleCheck.unfixedDamages({ query: { vehicle: vehicleId }, signal }),
  );
  return (
    <RecordPanel
      title={(damages) => {
        const registration = damages?.results[0]?.vehicle.registration;
        return registration === undefined
          ? t('vehicleCheck.damagesOfVehicle')
          : t('vehicleCheck.damagesOf', { registration });
      }}
      record={record}
      onClose={onClose}
    >
      {({ results }) => (
        <>
          <Part title={t('vehicleCheck.unfixedDamages')}>
            <DamageView damages={results} mayFix={mayWrite} />
          </Part>
          <FixedDamages depotId={depotId} vehicleId={vehicleId} />
          <Part title={t('vehicleCheck.checks')}>
            <VehicleFigures vehicleId={vehicleId} />
          </Part>
        </>
      )}
    </RecordPanel>
  );
}
