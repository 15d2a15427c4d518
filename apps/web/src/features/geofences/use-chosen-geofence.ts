import { useEffect, useMemo, useState } from 'react';
import type { Geofence, Shape } from './geofences-shape.ts';
import { useGeofence, useGeofences } from './use-geofences.ts';

const NONE: readonly Geofence[] = [];

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/** The geofences that match the filter in the URL, and the selected one, which may not match it. */
export function useChosenGeofence(address: Readonly<Record<string, string | undefined>>) {
  const filter = {
    search: address.search ?? '',
    group: numberOf(address.group),
    category: numberOf(address.category),
  };
  const list = useGeofences(filter);
  const geofences = list.data?.geofences ?? NONE;
  const chosenId = numberOf(address.geofence) ?? null;
  const listed = geofences.find(({ id }) => id === chosenId);
  const one = useGeofence(list.isSuccess && listed === undefined ? chosenId : null);
  const chosen = listed ?? (chosenId === null ? undefined : one.data);

  const shown = useMemo(
    () => (chosen === undefined || listed !== undefined ? geofences : [...geofences, chosen]),
    [geofences, chosen, listed],
  );
  return { filter, list, geofences, chosenId, chosen, shown };
}

/** The shapes that the map moves to: the selected geofence, or all of them. */
export function useFocus({
  chosen,
  chosenId,
  geofences,
}: Pick<ReturnType<typeof useChosenGeofence>, 'chosen' | 'chosenId' | 'geofences'>) {
  const [focus, setFocus] = useState<readonly Shape[] | null>(null);
  useEffect(() => {
    if (chosen !== undefined) setFocus([chosen]);
  }, [chosen]);
  useEffect(() => {
    if (chosenId === null && geofences.length > 0) setFocus(geofences);
  }, [chosenId, geofences]);
  return [focus, setFocus] as const;
}
