import type { Coordinates } from '@roadworthy/domain/geography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../api/client.ts';
import { boundsOf } from '../../geofences/geofences-shape.ts';
import { coordinatesOf } from './nearest.ts';
import { useDepotPlaces } from './use-depot-places.ts';

/** A named place. */
export interface PlaceChoice extends Coordinates {
  readonly name: string;
}

/** A match of a search; the position of a depot may have to be found by its address. */
export interface FoundPlace {
  readonly key: string;
  readonly kind: 'depot' | 'geofence' | 'address' | 'coordinates';
  readonly name: string;
  readonly at: Coordinates | null;
  readonly address: string | null;
}

const MOST_OF_A_KIND = 5;
const PAUSE_MS = 300;
const LEAST_LETTERS = 2;

/** The text, once the person has stopped typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

async function firstAddress(address: string): Promise<Coordinates | null> {
  const { results } = await api.maps.geocode({ query: { address }, quiet: true });
  const [first] = results;
  return first === undefined ? null : { latitudeDeg: first.lat, longitudeDeg: first.long };
}

/**
 * Places for a text: coordinates, depots, geofences and addresses, in this sequence.
 *
 * @param hasGeofences the person may see geofences
 */
export function useFoundPlaces(text: string, hasGeofences: boolean) {
  const settled = useSettled(text.trim());
  const isEnough = settled.length >= LEAST_LETTERS;
  const [isMissing, setIsMissing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another search
  useEffect(() => setIsMissing(false), [settled]);
  const depots = useDepotPlaces(isEnough);
  const geofences = useQuery({
    queryKey: ['nearest-geofences', settled],
    enabled: isEnough && hasGeofences,
    queryFn: ({ signal }) =>
      api.geofences.list({
        query: { search: settled, pageSize: MOST_OF_A_KIND, ordering: 'name' },
        signal,
        quiet: true,
      }),
  });
  const addresses = useQuery({
    queryKey: ['nearest-addresses', settled],
    enabled: isEnough && coordinatesOf(settled) === null,
    queryFn: ({ signal }) => api.maps.geocode({ query: { address: settled }, signal, quiet: true }),
  });

  const at = coordinatesOf(settled);
  const places: FoundPlace[] = !isEnough
    ? []
    : [
        ...(at === null
          ? []
          : [{ key: 'at', kind: 'coordinates', name: settled, at, address: null } as const]),
        ...(depots.data ?? [])
          .filter(({ name }) => name.toLowerCase().includes(settled.toLowerCase()))
          .slice(0, MOST_OF_A_KIND)
          .map(
            ({ id, name, lat, long, address }): FoundPlace => ({
              key: `d${id}`,
              kind: 'depot',
              name,
              at: lat === null || long === null ? null : { latitudeDeg: lat, longitudeDeg: long },
              address,
            }),
          ),
        ...(geofences.data?.results ?? []).flatMap((geofence): FoundPlace[] => {
          const bounds = boundsOf([geofence]);
          if (bounds === null) return [];
          const [west, south, east, north] = bounds;
          const middle = { latitudeDeg: (south + north) / 2, longitudeDeg: (west + east) / 2 };
          const { id, name } = geofence;
          return [{ key: `g${id}`, kind: 'geofence', name, at: middle, address: null }];
        }),
        ...(addresses.data?.results ?? []).slice(0, MOST_OF_A_KIND).map(
          (one): FoundPlace => ({
            key: `a${one.place_id}`,
            kind: 'address',
            name: one.address,
            at: { latitudeDeg: one.lat, longitudeDeg: one.long },
            address: null,
          }),
        ),
      ];
  return {
    places,
    isSearching: text.trim() !== settled || addresses.isFetching || geofences.isFetching,
    isFailed: addresses.isError && geofences.data === undefined,
    /** A depot without a position was selected, and its address was not found either. */
    isMissing,
    /** The position of a match; null if it is unknown. */
    locate: async (place: FoundPlace): Promise<Coordinates | null> => {
      if (place.at !== null) return place.at;
      const found =
        place.address === null ? null : await firstAddress(place.address).catch(() => null);
      setIsMissing(found === null);
      return found;
    },
  };
}
