import { formatDateTime, SHIFT_FILTERS } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { addDays } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { DriverLink, VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import type { FormProps, Resource } from '../../ui/resource/resource.ts';
import { type Bound, Choice, PeriodFilter } from '../records/records-filters.tsx';
import {
  type CheckedShift,
  checkShift,
  driverText,
  drivingText,
  NONE,
  PLANNING_WRITE,
  restoreShift,
  SHIFTS_KEY,
  type Shift,
  type ShiftDraft,
  type ShiftPreset,
  saveShift,
  shiftDraft,
} from './driver-planning.ts';
import { FindingList, LevelBadge } from './planning-words.tsx';
import { ShiftFields } from './shift-fields.tsx';
import { usePlanDepots, usePlanZone } from './use-plan.ts';

type Filter = Bound & { readonly className?: string };

/** A choice of a depot of the plan. */
export function PlanDepotChoice(bound: Filter) {
  const { t } = useTranslation();
  const depots = usePlanDepots();
  return (
    <Choice
      {...bound}
      name="depot"
      label={t('planning.depot')}
      all={t('recordList.all.depot')}
      options={depots.map(({ label, value }) => ({ value: String(value), label }))}
    />
  );
}

/** A choice of the worst finding. */
export function LevelChoice(bound: Filter) {
  const { t } = useTranslation();
  return (
    <Choice
      {...bound}
      name="level"
      label={t('planning.checks')}
      all={t('planning.anyLevel')}
      options={SHIFT_FILTERS.map((value) => ({ value, label: t(`planning.level.${value}`) }))}
    />
  );
}

function Filters(bound: Bound) {
  return (
    <>
      <LevelChoice {...bound} />
      <PlanDepotChoice {...bound} />
      <PeriodFilter {...bound} />
    </>
  );
}

function Details({ one }: { readonly one: CheckedShift }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const zone = usePlanZone();
  const { current } = useSession();
  return (
    <>
      <FactList
        className="details-facts"
        facts={[
          [t('planning.driver'), <DriverLink key="driver" driver={one.driver} />],
          [
            t('planning.vehicle'),
            one.vehicle === null ? NONE : <VehicleLink key="vehicle" vehicle={one.vehicle} />,
          ],
          [
            t('planning.acknowledged'),
            one.acknowledged_at === null
              ? t('planning.notAcknowledged')
              : formatDateTime(Date.parse(one.acknowledged_at), dates),
          ],
          [t('planning.author'), one.author],
        ]}
      />
      {/* A person who may plan sees the checks of the form. */}
      {!may(current, PLANNING_WRITE) && <FindingList findings={one.findings} zone={zone} />}
    </>
  );
}

/** Copies the shifts of a driver's day to the next one. */
async function copyToNextDay({ driver, start }: Shift, zone: string) {
  const from = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(start));
  return api.driverPlanning.copy({
    body: { from, to: addDays(from, 1), days: 1, driver: driver.id },
  });
}

function shiftColumns(
  t: TFunction,
  moment: (time: string) => string,
): Resource<Shift, ShiftDraft>['columns'] {
  return [
    {
      key: 'driver',
      label: t('planning.driver'),
      isOrdered: true,
      cell: ({ driver }) => driverText(driver),
    },
    {
      key: 'start',
      label: t('planning.start'),
      isOrdered: true,
      cell: ({ start }) => moment(start),
    },
    { key: 'end', label: t('planning.end'), cell: ({ end }) => moment(end) },
    {
      key: 'vehicle',
      label: t('planning.vehicle'),
      isOrdered: true,
      cell: ({ trailer, vehicle }) =>
        [vehicle, trailer].flatMap((one) => one?.registration ?? []).join(' + ') || NONE,
    },
    { key: 'depot', label: t('planning.depot'), cell: ({ depot }) => depot.name },
    {
      key: 'driving',
      label: t('planning.driving'),
      isNumber: true,
      cell: ({ driving }) => (driving === null ? NONE : drivingText(driving)),
    },
    {
      key: 'level',
      label: t('planning.checks'),
      cell: ({ level }) => <LevelBadge level={level} />,
    },
    {
      key: 'acknowledged',
      label: t('planning.acknowledged'),
      cell: ({ acknowledged_at: at }) => (at === null ? NONE : moment(at)),
    },
  ];
}

/** Removes shifts. Returns a function that restores them. */
async function removeShifts(ids: readonly number[]) {
  const kept: Shift[] = [];
  for (const id of ids) {
    kept.push(await api.driverPlanning.read({ params: { id } }));
    await api.driverPlanning.remove({ params: { id } });
  }
  return async () => {
    for (const one of kept) await restoreShift(one);
  };
}

const NO_PRESET: ShiftPreset = {};

/**
 * Planned shifts as a list with a panel.
 *
 * @param preset what a new shift begins with; the same object while it is the same
 */
export function useShifts(
  preset: ShiftPreset = NO_PRESET,
): Resource<Shift, ShiftDraft, CheckedShift> {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { current } = useSession();
  const zone = usePlanZone();
  const mayWrite = may(current, PLANNING_WRITE);
  return useMemo(() => {
    const moment = (time: string) => formatDateTime(Date.parse(time), { ...dates, timeZone: zone });
    const Fields = (props: FormProps<ShiftDraft, CheckedShift>) => (
      <ShiftFields {...props} zone={zone} />
    );
    return {
      kind: SHIFTS_KEY,
      texts: 'planning.shifts',
      list: (query, signal) => api.driverPlanning.list({ query: query as object, signal }),
      read: (id, signal) => api.driverPlanning.read({ params: { id }, signal }),
      nameOf: (one) => `${driverText(one.driver)}, ${moment(one.start)}`,
      columns: shiftColumns(t, moment),
      Details,
      mayAdd: mayWrite,
      form: {
        draftOf: (one) => shiftDraft(one, preset, zone),
        takesVehicle: true,
        Fields,
        check: checkShift,
        save: (draft, one) => saveShift(draft, one, zone),
        mayChange: () => mayWrite,
      },
      filters: {
        names: ['level', 'depot', 'from', 'to', 'driver', 'vehicle'],
        Controls: Filters,
      },
      ...(mayWrite
        ? {
            actions: [
              {
                label: t('planning.copyDay'),
                done: t('planning.copyDone'),
                run: async (one: CheckedShift) => {
                  const { left_out: leftOut } = await copyToNextDay(one, zone);
                  if (leftOut.length > 0) throw new Error(t('planning.copyNothing'));
                },
              },
            ],
            remove: {
              change: removeShifts,
              text: t('planning.removeText'),
            },
          }
        : {}),
      exportAddress: (query) => addressOf(pathOf('driverPlanning', 'exportList'), { query }),
    };
  }, [t, dates, mayWrite, zone, preset]);
}
