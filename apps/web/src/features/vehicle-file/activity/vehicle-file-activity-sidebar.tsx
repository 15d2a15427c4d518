import { useTranslation } from 'react-i18next';
import { today } from '../../../ui/date-range/calendar.ts';
import { DateRangePicker } from '../../../ui/date-range/date-range-picker.tsx';
import { DayPicker } from '../../../ui/day-picker/day-picker.tsx';
import { useDisplay } from '../../../ui/display.ts';
import { CheckBox } from '../../../ui/field/check-box.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { knownText } from '../../../ui/known-text.ts';
import { Select } from '../../../ui/select/select.tsx';
import { VehicleField } from '../../../ui/vehicle-autocomplete/vehicle-field.tsx';
import { useListedTypes } from '../use-activity-types.ts';
import { useDepots } from '../use-depots.ts';
import type { ActivitySearch } from './use-activities.ts';

/** Records must be kept for at least fifteen months; longer ranges need an export. */
const MAX_DAYS = 800;

/** A dropdown whose first option is none (requirements G-43, G-44). */
function Dropdown({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly options: readonly { readonly id: number; readonly name: string }[];
  readonly onChange: (id: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <Field label={label} fault={undefined}>
      {(props) => (
        <Select
          {...props}
          value={value}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        >
          <option value={0}>{t('vehicleFile.none')}</option>
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The sidebar "Filter Vehicle File" (requirements G-35 to G-49). */
export function ActivitySidebar({ search }: { readonly search: ActivitySearch }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const types = useListedTypes();
  const depots = useDepots();
  const { filter, vehicle } = search;
  const now = today(dates.timeZone);
  const days = filter.days ?? { from: now, to: now };
  const chosen =
    filter.vehicleId === null
      ? null
      : { id: filter.vehicleId, registration: vehicle?.registration ?? `#${filter.vehicleId}` };
  return (
    <>
      <VehicleField
        label={t('vehicleFile.vehicle')}
        fault={undefined}
        selected={chosen}
        onChange={search.setVehicle}
      />
      <DateRangePicker value={days} maxDays={MAX_DAYS} onChange={search.setDays} />
      <DayPicker value={days} onChange={search.setDays} />
      <Dropdown
        label={t('vehicleFile.documentType')}
        value={filter.activityType}
        options={(types.data ?? []).map(({ id, name }) => ({ id, name: knownText(name, t) }))}
        onChange={search.setType}
      />
      <Dropdown
        label={t('vehicleFile.depot')}
        value={filter.depot}
        options={depots.data ?? []}
        onChange={search.setDepot}
      />
      <div className="toggles">
        <CheckBox
          className="toggle"
          label={t('vehicleFile.showAuditTrail')}
          isOn={filter.showAuditTrail}
          onChange={search.setAuditTrail}
        />
        {search.maySeeRestricted && (
          <>
            <CheckBox
              className="toggle"
              label={t('vehicleFile.showDocumentDates')}
              isOn={filter.useActivityFulfilled}
              onChange={search.setDocumentDates}
            />
            <CheckBox
              className="toggle"
              label={t('vehicleFile.showPending')}
              isOn={filter.showPendingInvestigations}
              onChange={search.setPending}
            />
          </>
        )}
      </div>
    </>
  );
}
