import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { CloseIcon } from '../close-icon.tsx';
import { type SimpleVehicle, useVehicleSearch, type VehicleSource } from './use-vehicle-search.ts';
import { VehicleResults } from './vehicle-results.tsx';
import './vehicle-autocomplete.css';

/** Requirements P-103, P-106, P-107. */
const CLOSE_AFTER_BLUR_MS = 600;
const DEBOUNCE_MS = 600;
const PAGE_SIZE = 15;

export interface ChosenVehicle {
  readonly id: number;
  readonly registration: string;
}

/** What a draft keeps of a found vehicle. */
export function chosenOf(vehicle: ChosenVehicle | null): ChosenVehicle | null {
  return vehicle === null ? null : { id: vehicle.id, registration: vehicle.registration };
}

const SHARED: VehicleSource<SimpleVehicle> = {
  debounceMs: DEBOUNCE_MS,
  find: (term, signal) =>
    api.tracking.simpleVehicleList({
      query: { pageSize: PAGE_SIZE, page: 1, ordering: 'registration', search: term },
      signal,
    }),
};

interface VehicleAutocompleteProps<V extends SimpleVehicle> {
  readonly selected: ChosenVehicle | null;
  readonly onChange: (vehicle: V | null) => void;
  /** Name for screen readers if there is no visible label. */
  readonly label?: string;
  readonly source?: VehicleSource<V>;
  readonly fieldProps?: React.InputHTMLAttributes<HTMLInputElement>;
}

/**
 * Finds a vehicle by a part of its registration (requirements P-097 to P-107). Keyboard: arrows move,
 * Enter selects, Escape closes.
 *
 * @param source another list of vehicles; must be the same object across renderings
 * @param fieldProps props of the text field, from the enclosing `Field`
 */
export function VehicleAutocomplete<V extends SimpleVehicle = SimpleVehicle>({
  selected,
  onChange,
  label,
  source = SHARED as unknown as VehicleSource<V>,
  fieldProps,
}: VehicleAutocompleteProps<V>) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { found, active, move, forget } = useVehicleSearch(text, selected === null, source);
  const [isOpen, setIsOpen] = useState(false);
  const blur = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const choose = (vehicle: V) => {
    onChange(vehicle);
    setIsOpen(false);
  };
  const clear = () => {
    setText('');
    forget();
    onChange(null);
    input.current?.focus();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const results = found?.results ?? [];
    if (event.key === 'Escape' && isOpen) {
      // Closes the list, not an enclosing dialog.
      event.preventDefault();
      setIsOpen(false);
    }
    if (!isOpen || results.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      move(step);
    }
    const result = results[active];
    if (event.key === 'Enter' && result !== undefined) {
      event.preventDefault();
      choose(result);
    }
  };

  const shown = isOpen && selected === null && found !== null;
  return (
    <div className="vehicle-autocomplete">
      <input
        ref={input}
        role="combobox"
        {...(fieldProps === undefined
          ? { 'aria-label': label ?? t('vehicle.search') }
          : fieldProps)}
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(shown && found.results.length > 0
          ? { 'aria-activedescendant': `${id}-${active}` }
          : {})}
        placeholder={t('vehicle.search')}
        autoComplete="off"
        value={selected?.registration ?? text}
        readOnly={selected !== null}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={() => {
          clearTimeout(blur.current);
          setIsOpen(true);
        }}
        onBlur={() => {
          blur.current = setTimeout(() => setIsOpen(false), CLOSE_AFTER_BLUR_MS);
        }}
      />
      {(selected !== null || text !== '') && (
        <button
          type="button"
          className="icon-button"
          aria-label={t('vehicle.clear')}
          onClick={clear}
        >
          <CloseIcon />
        </button>
      )}
      {shown && (
        <VehicleResults
          id={id}
          found={found}
          active={active}
          onChoose={choose}
          onKeyDown={onKeyDown}
        />
      )}
    </div>
  );
}
