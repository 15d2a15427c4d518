import { allows } from '@roadworthy/domain';
import { LocateFixed, Ruler } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/context.ts';
import { rightsOf } from '../../../session/rights.ts';
import { Button } from '../../../ui/button/button.tsx';
import type { Display } from '../../../ui/display.ts';
import type { DressedMap, PickedPlace } from '../../../ui/map/fleet-map.tsx';
import type { TrackVehicle } from '../fleet-store.ts';
import { LayersControl } from './layers-control.tsx';
import { DepotOverlay, GeofenceOverlay, TrafficOverlay } from './map-overlays.tsx';
import { MeasurePanel } from './measure-panel.tsx';
import { NearestPanel } from './nearest-panel.tsx';
import styles from './tools.module.css';
import { MAP_LAYERS, type MapLayer, type MapLayerChoice } from './use-map-layers.ts';

/** The tool whose panel is open. */
export type MapTool = 'nearest' | 'measure';

const ICONS = { nearest: LocateFixed, measure: Ruler } as const;

export interface MapToolsProps {
  readonly dressed: DressedMap;
  readonly vehicles: readonly TrackVehicle[];
  readonly display: Display;
  /** Tiles of the configured traffic service; null without one. */
  readonly traffic: { readonly tiles: string; readonly attribution: string } | null;
  readonly layers: MapLayerChoice;
  readonly onLayer: (layer: MapLayer, isShown: boolean) => void;
  readonly tool: MapTool | null;
  readonly onTool: (tool: MapTool | null) => void;
  readonly onPick: (handler: ((place: PickedPlace) => void) | null) => void;
  readonly onSelect: (id: number) => void;
}

/** The tools of the live map: layers, nearest vehicles, measuring. */
export function MapTools({
  dressed,
  vehicles,
  display,
  traffic,
  layers,
  onLayer,
  tool,
  onTool,
  onPick,
  onSelect,
}: MapToolsProps) {
  const { t } = useTranslation();
  const rights = rightsOf(useSession().current);
  const mayGeofences = allows({ kind: 'module', anyOf: ['Geofence'] }, rights);
  const available = MAP_LAYERS.filter(
    (layer) => (layer !== 'geofences' || mayGeofences) && (layer !== 'traffic' || traffic !== null),
  );
  const close = () => onTool(null);
  return (
    <>
      {traffic !== null && layers.traffic && <TrafficOverlay dressed={dressed} {...traffic} />}
      {mayGeofences && layers.geofences && <GeofenceOverlay dressed={dressed} />}
      {layers.depots && <DepotOverlay dressed={dressed} />}
      <div className={styles.bar} role="toolbar" aria-label={t('tools.title')}>
        <LayersControl available={available} choice={layers} onChange={onLayer} />
        {(['nearest', 'measure'] as const).map((one) => {
          const Icon = ICONS[one];
          return (
            <Button
              key={one}
              kind="bare"
              className={styles.tool}
              aria-label={t(`${one}.title`)}
              aria-pressed={tool === one}
              onClick={() => onTool(tool === one ? null : one)}
            >
              <Icon size={20} aria-hidden="true" />
              <span className={styles.toolName}>{t(`${one}.title`)}</span>
            </Button>
          );
        })}
      </div>
      {tool === 'nearest' && (
        <NearestPanel
          dressed={dressed}
          vehicles={vehicles}
          display={display}
          onPick={onPick}
          onSelect={onSelect}
          onClose={close}
        />
      )}
      {tool === 'measure' && (
        <MeasurePanel dressed={dressed} display={display} onPick={onPick} onClose={close} />
      )}
    </>
  );
}
