import type { AnswerOf, contract } from '@roadworthy/contract';
import { DAY_VEHICLE_STATES, formatDateTime, formatNumber } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../ui/data-table/order.ts';
import { FixedPager } from '../../../ui/data-table/pager.tsx';
import { DateFilter } from '../../../ui/date-field/date-field.tsx';
import { readDay } from '../../../ui/date-range/calendar.ts';
import { useDisplay } from '../../../ui/display.ts';
import { VehicleLink } from '../../../ui/entity-link/entity-link.tsx';
import { FigureLink } from '../../../ui/figure-link/figure-link.tsx';
import { cx, look, row, stack } from '../../../ui/look/look.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { Choice, Places } from '../../records/records-filters.tsx';
import { checkTarget } from '../check-target.ts';
import styles from '../depot/depot.module.css';
import { FIGURES } from '../vehicle-check-keys.ts';

type Answer = AnswerOf<typeof contract.vehicleCheck.dayVehicles>;
type DayVehicle = Answer['results'][number];

const PAGE = 50;
const NONE = '–';
const REFRESH_MS = 60_000;

function useAsked() {
  const [address, setAddress] = useAddress();
  const state = DAY_VEHICLE_STATES.find((one) => one === address.fleet);
  const id = (text: string | undefined) =>
    /^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined;
  const [region, depot] = [id(address.region), id(address.depot)];
  const query = {
    ...(state === undefined ? {} : { state }),
    ...(readDay(address.day) === null ? {} : { day: address.day }),
    ...(region === undefined ? {} : { region }),
    ...(depot === undefined ? {} : { depot }),
  };
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    setAddress({ page: undefined, ...changes });
  return { address, change, query, page: Number(address.page) || 1 };
}

function useColumns(): readonly Column<DayVehicle>[] {
  const { t } = useTranslation();
  const { dates, locale } = useDisplay();
  const count = (value: number) => formatNumber(value, locale);
  return [
    {
      key: 'registration',
      label: t('vehicleCheck.column.registration'),
      cell: ({ vehicle }) => <VehicleLink vehicle={vehicle} />,
    },
    {
      key: 'checks',
      label: t('vehicleCheck.fleet.checks'),
      isNumber: true,
      cell: ({ checks }) => count(checks),
    },
    {
      key: 'report',
      label: t('vehicleCheck.fleet.last'),
      cell: ({ report, vehicle }) => {
        if (report === null) return NONE;
        const time = formatDateTime(Date.parse(report.date), dates);
        const target = checkTarget(report);
        if (target === null) return time;
        const figure = t('vehicleCheck.fleet.last');
        return (
          <FigureLink
            count={1}
            target={target}
            label={t('figure.of', { figure, what: vehicle.registration, value: time })}
          >
            {time}
          </FigureLink>
        );
      },
    },
    {
      key: 'used',
      label: t('vehicleCheck.fleet.used'),
      cell: ({ is_used: isUsed }) => t(isUsed ? 'vehicleCheck.fleet.yes' : 'vehicleCheck.fleet.no'),
    },
    {
      key: 'off_road',
      label: t('vehicleCheck.tile.offRoad'),
      cell: ({ is_off_road: isOff }) =>
        t(isOff ? 'vehicleCheck.fleet.yes' : 'vehicleCheck.fleet.no'),
    },
    {
      key: 'damages',
      label: t('vehicleCheck.tile.damages'),
      isNumber: true,
      cell: ({ open_damages: open }) => count(open),
    },
    {
      key: 'defects',
      label: t('vehicleCheck.tile.defects'),
      isNumber: true,
      cell: ({ defects_open: open }) => count(open),
    },
    {
      key: 'overdue',
      label: t('vehicleCheck.fleet.overdue'),
      isNumber: true,
      cell: ({ defects_overdue: overdue }) => count(overdue),
    },
  ];
}

/** The vehicles that a figure of a day counts, with their sums (L-09). */
export function DayVehicles() {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const { address, change, page, query } = useAsked();
  const read = useQuery({
    queryKey: [FIGURES, 'day-vehicles', query, page],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) =>
      api.vehicleCheck.dayVehicles({ query: { ...query, page, pageSize: PAGE }, signal }),
  });
  const { data } = read;
  const bound = { values: address, change };
  return (
    <div
      className={cx(
        look({ flow: 'column', height: 'full', ground: 'surface', overflowY: 'auto' }),
        styles.checkStage,
      )}
    >
      <header className={stack({ gap: 2, paddingY: 3, paddingX: 4 })}>
        <PageTitle title={t('vehicleCheck.fleet.title')} />
        <div className={row({ wrap: true, align: 'center', gap: 2 })}>
          <Choice
            {...bound}
            values={{ ...address, fleet: query.state }}
            change={({ fleet }) => change({ fleet: fleet ?? 'all' })}
            name="fleet"
            label={t('vehicleCheck.fleet.state')}
            all={t('vehicleCheck.fleet.all')}
            options={DAY_VEHICLE_STATES.map((value) => ({
              value,
              label: t(`vehicleCheck.fleet.state.${value}`),
            }))}
          />
          <DateFilter
            label={t('vehicleCheck.day')}
            value={query.day ?? data?.day ?? ''}
            onChange={(day) => change({ day: day || undefined })}
          />
          <Places {...bound} />
        </div>
        <p role="status" className={look({ margin: 0, weight: 'strong' })}>
          {data !== undefined &&
            t('vehicleCheck.fleet.sums', {
              count: data.count,
              vehicles: formatNumber(data.count, locale),
              checks: formatNumber(data.sums.checks, locale),
              damages: formatNumber(data.sums.open_damages, locale),
              defects: formatNumber(data.sums.defects_open, locale),
              overdue: formatNumber(data.sums.defects_overdue, locale),
            })}
        </p>
      </header>
      <DataTable
        id="day-vehicles"
        label={t('vehicleCheck.fleet.title')}
        columns={useColumns()}
        rows={data?.results ?? []}
        keyOf={({ vehicle }) => vehicle.id}
        state={read}
        empty={{ title: t('vehicleCheck.fleet.empty'), text: t('vehicleCheck.fleet.emptyText') }}
      />
      <FixedPager
        page={page}
        pageSize={PAGE}
        count={data?.count ?? 0}
        onPage={(next) => change({ page: String(next) })}
      />
    </div>
  );
}
