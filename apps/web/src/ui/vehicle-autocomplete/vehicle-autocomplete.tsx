import type { AnswerOf, contract } from '@roadworthy/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { CloseIcon } from '../close-icon.tsx';
import { VehicleTypeIcon } from '../vehicle-type-icon.tsx';
import './vehicle-autocomplete.css';

/** Requirements P-103, P-104, P-106, P-107. */
const CLOSE_AFTER_BLUR_MS = 600;
const DEBOUNCE_MS = 600;
const MIN_LENGTH = 3;
const PAGE_SIZE = 15;

export interface ChosenVehicle {
  readonly id: number;
  readonly registration: string;
}

/** What a draft keeps of a found vehicle. */
export function chosenOf(vehicle: ChosenVehicle | null): ChosenVehicle | null {
  return vehicle === null ? null : { id: vehicle.id, registration: vehicle.registration };
}

export type SimpleVehicle = Pick<
  AnswerOf<typeof contract.tracking.simpleVehicleList>['results'][number],
  'id' | 'registration' | 'type' | 'vehicle_type' | 'manufacturer_model'
>;

interface Answer<V> {
  readonly count: number;
  readonly results: readonly V[];
}

interface Found<V> extends Answer<V> {
  readonly term: string;
}

/** The source of vehicles and the typing delay; by default those of the shared component (OP-003). */
export interface VehicleSource<V extends SimpleVehicle> {
  readonly debounceMs: number;
  readonly find: (term: string, signal: AbortSignal) => Promise<Answer<V>>;
}

const SHARED: VehicleSource<SimpleVehicle> = {
  debounceMs: DEBOUNCE_MS,
  find: (term, signal) =>
    api.tracking.simpleVehicleList({
      query: { pageSize: PAGE_SIZE, page: 1, ordering: 'registration', search: term },
      signal,
    }),
};

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
}: {
  readonly selected: ChosenVehicle | null;
  readonly onChange: (vehicle: V | null) => void;
  /** Name for screen readers if there is no visible label. */
  readonly label?: string;
  readonly source?: VehicleSource<V>;
  readonly fieldProps?: React.InputHTMLAttributes<HTMLInputElement>;
}) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found<V> | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const previous = useRef('');
  const blur = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => {
    const term = text.trim();
    if (selected !== null || term.length < MIN_LENGTH || term === previous.current) return;
    // Newer searches replace older ones (P-105).
    const controller = new AbortController();
    const timer = setTimeout(() => {
      previous.current = term;
      source
        .find(term, controller.signal)
        .then(({ count, results }) => {
          setFound({ term, count, results });
          setActive(0);
        })
        .catch(() => {
          if (!controller.signal.aborted) previous.current = '';
        });
    }, source.debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, selected, source]);

  const choose = (vehicle: V) => {
    onChange(vehicle);
    setIsOpen(false);
  };
  const clear = () => {
    setText('');
    setFound(null);
    previous.current = '';
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
      setActive((at) => (at + step + results.length) % results.length);
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
        <div className="vehicle-results">
          <p role="status">{t('vehicle.results', { count: found.count, term: found.term })}</p>
          <div role="listbox" id={`${id}-list`} aria-label={t('vehicle.search')}>
            {found.results.map((vehicle, index) => (
              <div
                key={vehicle.id}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={index === active ? 'active' : undefined}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(vehicle)}
                onKeyDown={onKeyDown}
              >
                <VehicleTypeIcon vehicle={vehicle} />
                <strong>{vehicle.registration}</strong>
                <span>{t(`vehicles.type.${vehicle.type}`)}</span>
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
