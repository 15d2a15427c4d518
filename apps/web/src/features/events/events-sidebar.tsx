import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { today } from '../../ui/date-range/calendar.ts';
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx';
import { DayPicker } from '../../ui/day-picker/day-picker.tsx';
import { useDisplay } from '../../ui/display.ts';
import { useEventName } from '../../ui/event-name.ts';
import { VehicleTree } from '../../ui/fleet-sidebar/vehicle-tree.tsx';
import { MultiSelect } from '../../ui/multi-select/multi-select.tsx';
import type { useEvents } from './use-events.ts';

type Search = ReturnType<typeof useEvents>;

/** Filters of events: types, days, vehicle (requirements E-01 to E-07). */
export function EventsSidebar({ search }: { readonly search: Search }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const nameOf = useEventName();
  const { types, codes, days, isEmptied } = search;
  const options = useMemo(
    () =>
      (types.data ?? [])
        .map((type) => ({
          value: type.eventCode,
          label: nameOf(type),
          group: t(`events.group.${type.group}`),
        }))
        // Group the types; within a group they are sorted by code.
        .sort((a, b) => a.group.localeCompare(b.group) || a.value - b.value),
    [types.data, nameOf, t],
  );
  const now = today(dates.timeZone);
  const shown = days ?? { from: now, to: now };
  return (
    <>
      <MultiSelect
        label={t('events.types')}
        options={options}
        chosen={new Set(codes)}
        fault={isEmptied ? t('events.chooseType') : null}
        onChange={search.setCodes}
      />
      <DateRangePicker value={shown} onChange={search.setDays} />
      <DayPicker value={shown} onChange={search.setDays} />
      <VehicleTree
        selectedId={search.vehicleId ?? null}
        hasAll
        onSelect={(vehicle) => search.setVehicle(vehicle?.id ?? null)}
      />
    </>
  );
}
