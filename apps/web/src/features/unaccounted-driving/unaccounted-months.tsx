import { UNACCOUNTED_KINDS } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { addMonths, today } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { FormatMenu } from '../../ui/download-menu/download-menu.tsx';
import { saveFrom } from '../../ui/download-menu/save-report.ts';
import { DriverLink, VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { look } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { DepotChoice, FILTER_SELECT, PeriodFilter } from '../records/records-filters.tsx';
import { hoursText } from '../tracking/tracking-hours.ts';
import { type Month, UNACCOUNTED_KEY } from './unaccounted-driving.ts';
import { useDistanceText } from './unaccounted-list.tsx';

/** Months before the current one that are shown at first. */
const MONTHS_BEFORE = 2;
const GROUPINGS = ['vehicle', 'driver'] as const;

function useColumns(by: (typeof GROUPINGS)[number]): readonly Column<Month>[] {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const distanceText = useDistanceText();
  const format = new Intl.DateTimeFormat(locale, {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return [
    {
      key: 'name',
      label: t(`unaccounted.${by}`),
      cell: ({ driver, vehicle }) => {
        if (vehicle !== null) return <VehicleLink vehicle={vehicle} />;
        return driver === null ? t('unaccounted.noDriver') : <DriverLink driver={driver} />;
      },
    },
    {
      key: 'month',
      label: t('unaccounted.month'),
      cell: ({ month }) => format.format(Date.parse(month)),
    },
    { key: 'count', label: t('unaccounted.count'), isNumber: true, cell: ({ count }) => count },
    {
      key: 'driven',
      label: t('unaccounted.driven'),
      isNumber: true,
      cell: ({ driven }) => hoursText(driven),
    },
    ...UNACCOUNTED_KINDS.map(
      (kind): Column<Month> => ({
        key: kind,
        label: t(`unaccounted.kind.${kind}`),
        isNumber: true,
        cell: (row) => distanceText(row[kind] === 0 ? null : row[kind]),
      }),
    ),
    {
      key: 'total',
      label: t('unaccounted.total'),
      isNumber: true,
      cell: ({ total }) => <strong>{distanceText(total)}</strong>,
    },
  ];
}

/** Unaccounted distance of each vehicle or driver by month. */
export function UnaccountedMonths({ tabs }: { readonly tabs: React.ReactNode }) {
  const { t } = useTranslation();
  const [address, change] = useAddress();
  const { timeZone } = useDisplay().dates;
  const now = today(timeZone);
  const by = GROUPINGS.find((one) => one === address.by) ?? 'vehicle';
  const period = {
    from: address.from ?? `${addMonths(now, -MONTHS_BEFORE).slice(0, 7)}-01`,
    to: address.to ?? now,
  };
  const query = {
    by,
    ...period,
    ...(address.depot === undefined ? {} : { depot: Number(address.depot) }),
  };
  const read = useQuery({
    queryKey: [UNACCOUNTED_KEY, 'months', query],
    queryFn: ({ signal }) => api.unaccountedDriving.months({ query, signal }),
  });
  const columns = useColumns(by);
  return (
    <div className={look({ flow: 'column', height: 'full', ground: 'surface', overflowY: 'auto' })}>
      <div className={look({ rigid: true })}>{tabs}</div>
      <header className={look({ flow: 'stack', gap: 2, paddingY: 3, paddingX: 4 })}>
        <PageTitle title={t('unaccounted.monthsTitle')} />
        <div className={look({ flow: 'row', wrap: true, align: 'center', gap: 2 })}>
          <Select
            className={FILTER_SELECT}
            aria-label={t('unaccounted.groupBy')}
            value={by}
            onChange={({ currentTarget }) => change({ by: currentTarget.value })}
          >
            {GROUPINGS.map((one) => (
              <option key={one} value={one}>
                {t(`unaccounted.by.${one}`)}
              </option>
            ))}
          </Select>
          <DepotChoice className={FILTER_SELECT} values={address} change={change} />
          <PeriodFilter values={period} change={change} />
          <span className={look({ grow: true })} />
          <FormatMenu
            save={(format) =>
              saveFrom(
                addressOf(pathOf('unaccountedDriving', 'exportMonths'), {
                  query: { ...query, format },
                }),
                `unaccounted-driving-months.${format}`,
              )
            }
          />
        </div>
      </header>
      <DataTable
        id={`unaccounted-${by}`}
        label={t('unaccounted.monthsTitle')}
        columns={columns}
        rows={read.data?.results ?? []}
        keyOf={({ driver, month, vehicle }) => `${month} ${vehicle?.id ?? ''} ${driver?.id ?? ''}`}
        state={read}
        empty={{ title: t('unaccounted.monthsEmpty'), text: t('unaccounted.monthsEmptyText') }}
      />
    </div>
  );
}
