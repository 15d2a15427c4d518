import { EVENT_TYPES, LAST_UNSELECTED_EVENT_CODE, VIDEO_REQUEST_KINDS } from '@roadworthy/domain';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx';
import { useEventName } from '../../ui/event-name.ts';
import { useVehicleGroups } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { VehicleTree } from '../../ui/fleet-sidebar/vehicle-tree.tsx';
import { cx, row, stack } from '../../ui/look/look.ts';
import { MultiSelect } from '../../ui/multi-select/multi-select.tsx';
import { Select } from '../../ui/select/select.tsx';
import type { ClipPhase } from './clip-state.ts';
import type { ActiveDevice } from './request/use-active-devices.ts';
import styles from './sidebar.module.css';
import type { useClips } from './use-clips.ts';
import { asking, codesText } from './video-recorded-selection.ts';

/** Number of cameras assumed for an unknown vehicle. */
const USUAL_CAMERAS = [1, 2, 3, 4] as const;
/** States of the list call, with the phase that names each. */
const STATES: readonly (readonly [state: string, phase: ClipPhase])[] = [
  ['requested', 'queued'],
  ['uploading', 'transferring'],
  ['ready', 'ready'],
  ['failed', 'failed'],
];

/** A select with some values or any. */
function Choice({
  label,
  value,
  any,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly any: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string | undefined) => void;
}) {
  const id = useId();
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        value={value}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? undefined : currentTarget.value)
        }
      >
        <option value="">{any}</option>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** A text field that applies on blur or Enter. */
function TagField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const take = (text: string) => {
    if (text.trim() !== value) onChange(text.trim() === '' ? undefined : text.trim());
  };
  return (
    <div className="form-field">
      <label htmlFor={id}>{t('historic.tag')}</label>
      <input
        // A change of the URL resets the field.
        key={value}
        id={id}
        type="search"
        maxLength={40}
        defaultValue={value}
        onBlur={({ currentTarget }) => take(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && take(currentTarget.value)}
      />
    </div>
  );
}

/** Filters of clips: days, camera, event, state, depot, vehicle (F-P01). */
export function ClipSidebar({
  found,
  device,
}: {
  readonly found: ReturnType<typeof useClips>;
  /** The cameras of the selected vehicle. */
  readonly device: ActiveDevice | undefined;
}) {
  const { t } = useTranslation();
  const nameOf = useEventName();
  const groups = useVehicleGroups().data ?? [];
  const { search, setAddress } = found;
  const events = useMemo(
    () =>
      EVENT_TYPES.filter(({ eventCode }) => eventCode > LAST_UNSELECTED_EVENT_CODE)
        .map((type) => ({
          value: type.eventCode as number,
          label: nameOf(type),
          group: t(`events.group.${type.group}`),
        }))
        .sort((a, b) => a.group.localeCompare(b.group) || a.value - b.value),
    [nameOf, t],
  );
  const cameras =
    device?.cameras.map(({ camera, name }) => [String(camera), name] as const) ??
    USUAL_CAMERAS.map((one) => [String(one), t('historic.cameraNumber', { number: one })] as const);
  const ask = (changes: Parameters<typeof asking>[0]) => setAddress(asking(changes));
  return (
    <>
      <DateRangePicker
        value={search.days}
        onChange={({ from, to }) => ask({ startDate: from, endDate: to === from ? undefined : to })}
      />
      <div className={cx(stack({ columns: 'two', gap: 2 }), styles.clipChoices)}>
        <Choice
          label={t('historic.camera')}
          any={t('historic.anyCamera')}
          value={search.camera === null ? '' : String(search.camera)}
          options={cameras}
          onChange={(camera) => ask({ camera })}
        />
        <Choice
          label={t('historic.state')}
          any={t('historic.anyState')}
          value={search.state ?? ''}
          options={STATES.map(([state, phase]) => [state, t(`historic.phase.${phase}`)] as const)}
          onChange={(state) => ask({ state })}
        />
        <Choice
          label={t('historic.askedBy')}
          any={t('historic.anyKind')}
          value={search.kind ?? ''}
          options={VIDEO_REQUEST_KINDS.map((kind) => [kind, t(`historic.kind.${kind}`)] as const)}
          onChange={(kind) => ask({ kind })}
        />
        <Choice
          label={t('historic.depot')}
          any={t('historic.anyDepot')}
          value={search.groupId === null ? '' : String(search.groupId)}
          options={groups.map(({ id, name }) => [String(id), name] as const)}
          onChange={(groupId) => ask({ groupId, vehicleId: undefined })}
        />
        <TagField value={search.tag} onChange={(tag) => ask({ tag })} />
      </div>
      <MultiSelect
        label={t('historic.events')}
        options={events}
        chosen={new Set(search.codes)}
        none={t('historic.anyEvent')}
        onChange={(codes) => ask({ event: codesText(codes) })}
      />
      <label className={cx(row({ align: 'center', gap: 2, minHeight: 32 }), styles.clipKept)}>
        <input
          type="checkbox"
          checked={search.isKept}
          onChange={({ currentTarget }) => ask({ kept: currentTarget.checked ? '1' : undefined })}
        />
        {t('historic.onlyKept')}
      </label>
      <VehicleTree
        selectedId={search.vehicleId}
        hasAll
        onSelect={(vehicle) =>
          ask({ vehicleId: vehicle === null ? undefined : String(vehicle.id), groupId: undefined })
        }
      />
    </>
  );
}
