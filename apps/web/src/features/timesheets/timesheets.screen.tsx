import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { weekNumber } from '../../ui/date-range/calendar.ts';
import { DayPicker } from '../../ui/day-picker/day-picker.tsx';
import { useDisplay, useLocale } from '../../ui/display.ts';
import { SidebarScreen } from '../../ui/fleet-sidebar/sidebar-screen.tsx';
import { vehicleOf } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { VehicleTree } from '../../ui/fleet-sidebar/vehicle-tree.tsx';
import { column, cx, look } from '../../ui/look/look.ts';
import styles from '../../ui/report/report.module.css';
import { ReportHead, ReportSwitch } from '../../ui/report/report-head.tsx';
import { WeekPicker } from '../../ui/week-picker/week-picker.tsx';
import { ReportMenu } from '../reports/report-menu.tsx';
import { DayPanel } from './day-panel.tsx';
import { DriverList } from './driver-list.tsx';
import { timesheetColumns } from './timesheets-columns.tsx';
import { useTimesheet } from './use-timesheet.ts';

type Sheet = ReturnType<typeof useTimesheet>;

function Sidebar({ sheet }: { readonly sheet: Sheet }) {
  const { t } = useTranslation();
  const choice = (by: 'vehicle' | 'driver', label: string) => (
    <Button
      kind="bare"
      aria-pressed={sheet.isByDriver === (by === 'driver')}
      onClick={() => sheet.setBy(by)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <WeekPicker monday={sheet.monday} onChange={sheet.setMonday} />
      <DayPicker
        value={sheet.day === null ? sheet.week : { from: sheet.day, to: sheet.day }}
        onChange={sheet.setDay}
      />
      <ReportSwitch legend={t('timesheets.by')}>
        {choice('vehicle', t('timesheets.byVehicle'))}
        {choice('driver', t('timesheets.byDriver'))}
      </ReportSwitch>
      {sheet.isByDriver ? (
        <DriverList
          drivers={sheet.drivers}
          selectedId={sheet.driverId}
          onSelect={sheet.setDriver}
        />
      ) : (
        <VehicleTree
          selectedId={sheet.vehicleId}
          onSelect={(vehicle) => sheet.setVehicle(vehicle?.id ?? null)}
        />
      )}
    </>
  );
}

/**
 * Screen /telematics/timesheets: a week of a vehicle or driver, one row per day (M-12, M-14,
 * M-P09).
 */
export function TimesheetsScreen() {
  const { t } = useTranslation();
  const locale = useLocale();
  const display = useDisplay();
  const sheet = useTimesheet();
  const { list, subject, isByDriver, driver } = sheet;
  const data = subject === null ? undefined : list.data;
  const columns = useMemo(
    () => timesheetColumns(data?.totals, isByDriver, display, t, locale),
    [data, isByDriver, display, t, locale],
  );
  const registration = vehicleOf(sheet.groups.data ?? [], sheet.vehicleId)?.registration;
  const name = isByDriver
    ? driver === undefined
      ? t('timesheets.nobody')
      : `${driver.first_name} ${driver.surname}`
    : (registration ?? t('timesheets.nobody'));
  const opened = data?.results.find(({ date }) => date === sheet.day);
  const missing = isByDriver ? 'chooseDriver' : 'chooseVehicle';
  const who = isByDriver ? { driver: subject ?? 0 } : { vehicle: subject ?? 0 };
  return (
    <SidebarScreen
      label={t('timesheets.filter')}
      summary={t('timesheets.summary', { subject: name, week: String(weekNumber(sheet.monday)) })}
      sidebar={<Sidebar sheet={sheet} />}
    >
      <div className={column({ height: 'full', overflowY: 'auto' })}>
        <ReportHead title={t('timesheets.title')} subject={name}>
          <ReportMenu
            kind={isByDriver ? 'timesheet_driver' : 'timesheet_vehicle'}
            query={{ ...sheet.range, ...who }}
            isDisabled={data === undefined}
          />
        </ReportHead>
        <div
          data-part="report-table"
          className={cx(look({ ground: 'surface' }), styles.reportTable)}
        >
          <DataTable
            id="timesheets"
            label={t('timesheets.week')}
            columns={columns}
            rows={data?.results ?? []}
            keyOf={({ date }) => date}
            state={{
              isPending: list.isLoading || (!isByDriver && sheet.groups.isPending),
              error: subject === null ? null : list.error,
              refetch: list.refetch,
              isPlaceholderData: list.isPlaceholderData,
            }}
            empty={
              subject === null
                ? { title: t(`timesheets.${missing}`), text: t(`timesheets.${missing}Text`) }
                : { title: t('timesheets.none'), text: t('timesheets.noneText') }
            }
            selected={sheet.day}
            onSelect={({ date }) => sheet.openDay(date === sheet.day ? null : date)}
          />
        </div>
        {opened !== undefined && (
          <DayPanel
            day={opened}
            vehicleId={isByDriver ? (opened.vehicle?.id ?? null) : subject}
            onClose={() => sheet.openDay(null)}
          />
        )}
      </div>
    </SidebarScreen>
  );
}
