import { toApiDate } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { DateFilter } from '../../ui/date-field/date-field.tsx';
import { addDays } from '../../ui/date-range/calendar.ts';
import { DriverLink, VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { look } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { VehicleField } from '../../ui/vehicle-autocomplete/vehicle-field.tsx';
import { UNACCOUNTED_KEY } from './unaccounted-driving.ts';
import { UnaccountedTracks } from './unaccounted-tracks.tsx';

/** Screen /tachograph/timeline: a day of a vehicle or driver as tracker, vehicle unit and card record it. */
export function UnaccountedTimelineScreen() {
  const { t } = useTranslation();
  const [address, change] = useAddress();
  const today = toApiDate(Date.now(), 'UTC');
  const date = address.date ?? today;
  const query = {
    date,
    ...(address.vehicle === undefined ? {} : { vehicle: Number(address.vehicle) }),
    ...(address.driver === undefined ? {} : { driver: Number(address.driver) }),
  };
  const isChosen = address.vehicle !== undefined || address.driver !== undefined;
  const read = useQuery({
    queryKey: [UNACCOUNTED_KEY, 'timeline', query],
    queryFn: ({ signal }) => api.unaccountedDriving.timeline({ query, signal }),
    enabled: isChosen,
  });
  const day = read.data;
  return (
    <div className={look({ height: 'full', overflowY: 'auto', ground: 'surface' })}>
      <div className={look({ flow: 'stack', columns: 'one', gap: 4, padding: 4 })}>
        <PageTitle title={t('unaccounted.timeline')} />
        <div className={look({ flow: 'row', wrap: true, align: 'end', gap: 3 })}>
          <Button onClick={() => change({ date: addDays(date, -1) })}>
            {t('unaccounted.dayBefore')}
          </Button>
          <DateFilter
            label={t('unaccounted.date')}
            value={date}
            onChange={(next) => change({ date: next || undefined })}
          />
          <Button disabled={date >= today} onClick={() => change({ date: addDays(date, 1) })}>
            {t('unaccounted.dayAfter')}
          </Button>
          {day?.vehicle != null && <VehicleLink vehicle={day.vehicle} />}
          {day?.driver != null && <DriverLink driver={day.driver} />}
        </div>
        {isChosen ? (
          <SettingsState read={read} />
        ) : (
          <VehicleField
            label={t('unaccounted.vehicle')}
            hint={t('unaccounted.chooseVehicle')}
            fault={undefined}
            selected={null}
            onChange={(vehicle) => change({ vehicle: vehicle?.id.toString() })}
          />
        )}
        {day !== undefined && <UnaccountedTracks day={day} />}
      </div>
    </div>
  );
}
