import type { VehicleState } from '@roadworthy/domain';
import { useCallback, useMemo, useState } from 'react';
import { storage } from '../../session/storage.ts';
import { useDisplay } from '../../ui/display.ts';
import type { PickedPlace } from '../../ui/map/fleet-map.tsx';
import { useAddress } from '../../ui/use-address.ts';
import type { MapTool } from './tools/map-tools.tsx';
import { matches } from './tracking-filters.ts';
import { useFleet } from './use-fleet.ts';
import { useFollow } from './use-follow.ts';
import { useOpenGroups } from './use-open-groups.ts';

/** Vehicles of a cluster that no zoom level separates. */
interface OpenCluster {
  readonly ids: ReadonlySet<number>;
  readonly at: PickedPlace;
}

/** The state of the live map: filters and selection of the address, vehicles, open tools. */
export function useLive(isSingle: boolean) {
  const display = useDisplay();
  const [address, setAddress] = useAddress();
  const { store, vehicles, stream, list } = useFleet();
  const [centreRequest, setCentreRequest] = useState(0);
  const [cluster, setCluster] = useState<OpenCluster | null>(null);
  const [tool, setTool] = useState<MapTool | null>(null);

  const by = address.by === 'driver' ? ('driver' as const) : ('depot' as const);
  const view = address.view === 'table' && !isSingle ? ('table' as const) : ('map' as const);
  const search = isSingle ? '' : (address.search ?? '');
  const states = useMemo(
    () => new Set((address.states ?? '').split(',').filter((one) => one !== '') as VehicleState[]),
    [address.states],
  );
  const selectedId = address.vehicle === undefined ? null : Number(address.vehicle);
  const selected = selectedId === null ? undefined : vehicles.find(({ id }) => id === selectedId);
  const { groups, open, toggle } = useOpenGroups(by, store, selected);
  const shown = useMemo(
    () => vehicles.filter((vehicle) => matches(vehicle, { search, states })),
    [vehicles, search, states],
  );
  const { isFollowing, mayFollow, follow, stopFollowing } = useFollow({
    selected,
    isWanted: address.follow === '1',
    onChange: useCallback(
      (isOn: boolean) => setAddress({ follow: isOn ? '1' : undefined }),
      [setAddress],
    ),
  });

  const select = useCallback(
    (id: number | null) => {
      setCluster(null);
      storage.selectedVehicle.set(id);
      setAddress({
        vehicle: id === null ? undefined : String(id),
        follow: id !== null && isSingle ? '1' : undefined,
      });
    },
    [setAddress, isSingle],
  );
  return {
    address,
    setAddress,
    display,
    isSingle,
    stream,
    list,
    by,
    view,
    search,
    states,
    isFiltered: !isSingle && (search !== '' || states.size > 0),
    groups,
    open,
    toggle,
    vehicles,
    shown,
    selectedId,
    selected,
    select,
    isFollowing,
    mayFollow,
    follow,
    stopFollowing,
    cluster,
    setCluster,
    tool,
    setTool,
    centreRequest,
    centre: () => {
      setAddress({ view: undefined });
      setCentreRequest((count) => count + 1);
    },
  };
}

export type Live = ReturnType<typeof useLive>;
