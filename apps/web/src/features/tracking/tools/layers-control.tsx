import { Layers } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../../../ui/popover/popover.tsx';
import styles from './tools.module.css';
import { useDepotPlaces } from './use-depot-places.ts';
import type { MapLayer, MapLayerChoice } from './use-map-layers.ts';

/** Switches the layers of the map that are available. */
export function LayersControl({
  available,
  choice,
  onChange,
}: {
  readonly available: readonly MapLayer[];
  readonly choice: MapLayerChoice;
  readonly onChange: (layer: MapLayer, isShown: boolean) => void;
}) {
  const { t } = useTranslation();
  const depots = useDepotPlaces(choice.depots);
  const missing = depots.data?.filter(({ lat }) => lat === null).length ?? 0;
  return (
    <Popover
      label={t('mapLayers.title')}
      buttonLabel={t('mapLayers.title')}
      className={styles.tool ?? ''}
      button={
        <>
          <Layers size={20} aria-hidden="true" />
          <span className={styles.toolName}>{t('mapLayers.title')}</span>
        </>
      }
    >
      {() => (
        <fieldset className={styles.layers}>
          <legend>{t('mapLayers.title')}</legend>
          {available.map((layer) => (
            <label key={layer}>
              <input
                type="checkbox"
                checked={choice[layer]}
                onChange={(event) => onChange(layer, event.currentTarget.checked)}
              />
              {t(`mapLayers.${layer}`)}
            </label>
          ))}
          {choice.depots && missing > 0 && (
            <p className={styles.quiet}>{t('mapLayers.depotsMissing', { count: missing })}</p>
          )}
        </fieldset>
      )}
    </Popover>
  );
}
