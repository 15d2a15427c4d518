import type { AnswerOf, contract } from '@roadworthy/contract';
import { useEffect, useRef, useState } from 'react';

/** Requirement P-104. */
const MIN_LENGTH = 3;

export type SimpleVehicle = Pick<
  AnswerOf<typeof contract.tracking.simpleVehicleList>['results'][number],
  'id' | 'registration' | 'type' | 'vehicle_type' | 'manufacturer_model'
>;

interface Answer<V> {
  readonly count: number;
  readonly results: readonly V[];
}

export interface Found<V> extends Answer<V> {
  readonly term: string;
}

/** The source of vehicles and the typing delay; by default those of the shared component (OP-003). */
export interface VehicleSource<V extends SimpleVehicle> {
  readonly debounceMs: number;
  readonly find: (term: string, signal: AbortSignal) => Promise<Answer<V>>;
}

/**
 * Finds vehicles by a part of their registration, a moment after the person stops typing.
 *
 * @param isOn false while a vehicle is selected
 */
export function useVehicleSearch<V extends SimpleVehicle>(
  text: string,
  isOn: boolean,
  source: VehicleSource<V>,
) {
  const [found, setFound] = useState<Found<V> | null>(null);
  /** Index of the result that Enter selects. */
  const [active, setActive] = useState(0);
  const previous = useRef('');

  useEffect(() => {
    const term = text.trim();
    if (!isOn || term.length < MIN_LENGTH || term === previous.current) return;
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
  }, [text, isOn, source]);

  return {
    found,
    active,
    move: (step: number) => {
      const { length } = found?.results ?? [];
      setActive((at) => (at + step + length) % length);
    },
    forget: () => {
      setFound(null);
      previous.current = '';
    },
  };
}
