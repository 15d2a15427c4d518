import { Button } from '../../ui/button/button.tsx';
import type { FleetMapProps } from '../../ui/map/fleet-map.tsx';

const nothing = () => undefined;

/** The used part of a map, for tests: jsdom cannot draw one. End-to-end tests cover the real one. */
const map = {
  addLayer: nothing,
  addSource: nothing,
  doubleClickZoom: { disable: nothing, enable: nothing },
  easeTo: nothing,
  fitBounds: nothing,
  getCanvas: () => document.createElement('canvas'),
  getCenter: () => ({ lat: 52, lng: -1 }),
  getContainer: () => ({ clientWidth: 900, clientHeight: 700 }),
  getLayer: nothing,
  getSource: nothing,
  off: nothing,
  on: nothing,
  project: () => ({ x: 450, y: 350 }),
};
const dressed = { map, scheme: 'light' } as unknown as Parameters<
  NonNullable<FleetMapProps['children']>
>[0];

/** Stands in for the map: buttons for what a person does on it, and the tools. */
export function TestMap({ onCluster, onPick, onPan, isFollowing, children }: FleetMapProps) {
  const at = { latitudeDeg: 52, longitudeDeg: -1 };
  return (
    <>
      <Button kind="bare" onClick={() => onCluster([2, 3], at)}>
        Cluster
      </Button>
      <Button kind="bare" onClick={() => onPick?.(at)}>
        Pick
      </Button>
      <Button kind="bare" onClick={onPan} data-following={isFollowing}>
        Pan
      </Button>
      {children?.(dressed)}
    </>
  );
}
