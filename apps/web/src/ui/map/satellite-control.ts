import i18next from 'i18next';
import type { IControl } from 'maplibre-gl';
import { storage } from '../../session/storage.ts';
import styles from './satellite-control.module.css';

/** Whether this browser shows satellite images. */
const showsSatellite = (): boolean => storage.mapLayer.get() === 'satellite';

/** A button on the map that switches between the map and satellite images. */
export class SatelliteControl implements IControl {
  readonly #onChange: () => void;
  #box: HTMLElement | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  onAdd(): HTMLElement {
    const box = document.createElement('div');
    box.className = 'maplibregl-ctrl maplibregl-ctrl-group';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = styles.button ?? '';
    button.textContent = i18next.t('map.satellite');
    const show = () => button.setAttribute('aria-pressed', String(showsSatellite()));
    button.addEventListener('click', () => {
      storage.mapLayer.set(showsSatellite() ? null : 'satellite');
      show();
      this.#onChange();
    });
    show();
    box.append(button);
    this.#box = box;
    return box;
  }

  onRemove(): void {
    this.#box?.remove();
  }
}
