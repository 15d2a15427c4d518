import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../ui/toast.ts';
import type { TrackVehicle } from './fleet-store.ts';

/** A vehicle without a current position cannot be followed. */
export function canFollow(vehicle: TrackVehicle | undefined): boolean {
  if (vehicle === undefined || vehicle.lat === null) return false;
  return vehicle.state !== 'private' && vehicle.state !== 'offline';
}

/**
 * Keeps the selected vehicle centred until the person moves the map. It ends with a message if the vehicle goes
 * into private use or offline.
 *
 * @param isWanted the address contains the switch
 */
export function useFollow({
  selected,
  isWanted,
  onChange,
}: {
  readonly selected: TrackVehicle | undefined;
  readonly isWanted: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const { t } = useTranslation();
  const mayFollow = canFollow(selected);
  const isFollowing = isWanted && mayFollow;
  /** The vehicle that was followed before this rendering. */
  const followed = useRef<number | null>(null);
  const { id, registration, state } = selected ?? {};
  useEffect(() => {
    const wasFollowed = followed.current !== null && followed.current === id;
    followed.current = isFollowing && id !== undefined ? id : null;
    if (!isWanted || isFollowing || !wasFollowed || registration === undefined) return;
    onChange(false);
    const reason = state === 'private' ? 'track.followPrivate' : 'track.followOffline';
    toast.success(t(reason, { registration }));
  }, [id, registration, state, isWanted, isFollowing, onChange, t]);
  return {
    isFollowing,
    mayFollow,
    follow: useCallback(() => onChange(!isWanted), [onChange, isWanted]),
    stopFollowing: useCallback(() => onChange(false), [onChange]),
  };
}
