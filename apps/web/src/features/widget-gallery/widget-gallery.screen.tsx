import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { AddressForm, EMPTY_ADDRESS } from '../../ui/address-form/address-form.tsx';
import { Button } from '../../ui/button/button.tsx';
import { ConfirmDialog, MessageDialog } from '../../ui/dialog.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { DEPOTS } from '../../ui/pickers/depots-picker.tsx';
import { DRIVER } from '../../ui/pickers/driver-picker.tsx';
import { DRIVER_VEHICLE } from '../../ui/pickers/driver-vehicle-picker.tsx';
import type { Chosen, PickerKind, PickerRow } from '../../ui/pickers/kind.ts';
import { MultiPicker } from '../../ui/pickers/multi-picker.tsx';
import { REGIONS } from '../../ui/pickers/regions-picker.tsx';
import { repairersOf } from '../../ui/pickers/repairer-picker.tsx';
import { SCHEDULE_TYPES } from '../../ui/pickers/schedule-types-picker.tsx';
import { SinglePicker } from '../../ui/pickers/single-picker.tsx';
import { TRACKERS } from '../../ui/pickers/trackers-picker.tsx';
import { GROUP_VEHICLES } from '../../ui/pickers/vehicles-picker.tsx';
import { Select } from '../../ui/select/select.tsx';
import { SelectAll } from '../../ui/select-all/select-all.tsx';
import { useAddress } from '../../ui/use-address.ts';
import {
  type ChosenVehicle,
  VehicleAutocomplete,
} from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { inState, STATES, type State } from './widget-gallery-states.ts';
import '../../ui/administration.css';
import { cx, row, stack } from '../../ui/look/look.ts';
import styles from './widget-gallery.module.css';

interface Shown<Row extends PickerRow> {
  readonly kind: PickerKind<Row>;
  readonly state: State;
}

const useFault = (state: State) => {
  const { t } = useTranslation();
  return state === 'faulty' ? [t('gallery.fault')] : undefined;
};

function Several<Row extends PickerRow>({ kind, state }: Shown<Row>) {
  const [selected, setSelected] = useState<readonly Chosen[]>([]);
  const shown = useMemo(() => inState(kind, state), [kind, state]);
  return (
    <MultiPicker
      key={state}
      kind={shown}
      selected={selected}
      onChange={setSelected}
      fault={useFault(state)}
    />
  );
}

function One<Row extends PickerRow>({
  kind,
  state,
  hidesEmptyPager = false,
}: Shown<Row> & { readonly hidesEmptyPager?: boolean }) {
  const [selected, setSelected] = useState<Chosen | null>(null);
  const shown = useMemo(() => inState(kind, state), [kind, state]);
  return (
    <SinglePicker
      key={state}
      kind={shown}
      selected={selected}
      onChange={setSelected}
      isOptional
      hidesEmptyPager={hidesEmptyPager}
      fault={useFault(state)}
    />
  );
}

const PARTS = ['mirrors', 'tyres', 'lights'] as const;

function Parts() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['tyres']));
  return (
    <fieldset
      className={cx(
        row({ wrap: true, rowGap: 2, columnGap: 4, margin: 0, padding: 0, border: 'none' }),
        styles.galleryParts,
      )}
    >
      <legend>{t('gallery.selectAll')}</legend>
      <SelectAll
        label={t('gallery.selectAll')}
        count={PARTS.length}
        chosen={chosen.size}
        onChange={(isChosen) => setChosen(new Set(isChosen ? PARTS : []))}
      />
      {PARTS.map((part) => (
        <label key={part}>
          <input
            type="checkbox"
            checked={chosen.has(part)}
            onChange={(event) => {
              const next = new Set(chosen);
              if (event.currentTarget.checked) next.add(part);
              else next.delete(part);
              setChosen(next);
            }}
          />
          {t(`gallery.part.${part}`)}
        </label>
      ))}
    </fieldset>
  );
}

function Dialogs() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'confirm' | 'message' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={row({ wrap: true, gap: 2 })}>
      <Button onClick={() => setOpen('confirm')}>{t('gallery.confirm')}</Button>
      <Button onClick={() => setOpen('message')}>{t('gallery.message')}</Button>
      {open === 'confirm' && (
        <ConfirmDialog
          title={t('gallery.confirm')}
          message={t('gallery.question')}
          onAnswer={close}
        />
      )}
      {open === 'message' && (
        <MessageDialog
          title={t('gallery.message')}
          status="404"
          message={t('gallery.notFound')}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Every shared picker and part of a form, in each of its states; not there in production. */
export function WidgetGallery() {
  const { t } = useTranslation();
  const id = useId();
  const { current } = useSession();
  const [address, setAddress] = useAddress();
  const state = STATES.find((one) => one === address.state) ?? 'live';
  const [place, setPlace] = useState(EMPTY_ADDRESS);
  const [vehicle, setVehicle] = useState<ChosenVehicle | null>(null);
  const customerId = current.user.customers[0]?.id ?? 0;
  const repairers = useMemo(() => repairersOf(customerId), [customerId]);
  return (
    <div className="page">
      <PageTitle title={t('gallery.title')} />
      <div className={cx(row({ wrap: true, align: 'center', gap: 2 }), styles.galleryState)}>
        <label htmlFor={id}>{t('gallery.state')}</label>
        <Select
          id={id}
          value={state}
          onChange={(event) => setAddress({ state: event.currentTarget.value })}
        >
          {STATES.map((one) => (
            <option key={one} value={one}>
              {t(`gallery.state.${one}`)}
            </option>
          ))}
        </Select>
      </div>
      <div className={cx(stack({ align: 'start', gap: 6 }), styles.galleryPickers)}>
        <Several kind={REGIONS} state={state} />
        <Several kind={DEPOTS} state={state} />
        <Several kind={GROUP_VEHICLES} state={state} />
        <Several kind={TRACKERS} state={state} />
        <Several kind={SCHEDULE_TYPES} state={state} />
        <One kind={DRIVER} state={state} />
        <One kind={DRIVER_VEHICLE} state={state} hidesEmptyPager />
        <One kind={repairers} state={state} />
      </div>
      <div
        className={cx(
          stack({ gap: 6, padding: 6, ground: 'surface', border: 'line', radius: 'large' }),
          styles.galleryFields,
        )}
      >
        <VehicleAutocomplete
          selected={vehicle}
          onChange={setVehicle}
          label={t('gallery.autocomplete')}
        />
        <Parts />
        <Dialogs />
        <AddressForm value={place} onChange={setPlace} />
      </div>
    </div>
  );
}
