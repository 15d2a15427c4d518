import { DESIGN_TOKENS } from '@roadworthy/domain';
import type { Coordinates } from '@roadworthy/domain/geography';
import { Undo2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import type { Display } from '../../../ui/display.ts';
import type { DressedMap, PickedPlace } from '../../../ui/map/fleet-map.tsx';
import {
  areaM2,
  areaText,
  lengthM,
  lengthText,
  type MeasureKind,
  measureFeatures,
} from './measure.ts';
import { coordinatesOf } from './nearest.ts';
import { type OverlayLayer, useFeatures } from './overlay.ts';
import { ToolPanel } from './tool-panel.tsx';
import styles from './tools.module.css';

function layersOf(scheme: 'light' | 'dark'): OverlayLayer[] {
  const { text, surface, accent } = DESIGN_TOKENS[scheme];
  return [
    {
      id: 'measure-area',
      type: 'fill',
      filter: ['==', ['get', 'kind'], 'area'],
      paint: { 'fill-color': accent, 'fill-opacity': 0.2 },
    },
    {
      id: 'measure-case',
      type: 'line',
      filter: ['==', ['get', 'kind'], 'line'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': surface, 'line-width': 7 },
    },
    {
      id: 'measure-line',
      type: 'line',
      filter: ['==', ['get', 'kind'], 'line'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': text, 'line-width': 3 },
    },
    {
      id: 'measure-corners',
      type: 'circle',
      filter: ['==', ['get', 'kind'], 'corner'],
      paint: {
        'circle-radius': 5,
        'circle-color': surface,
        'circle-stroke-color': text,
        'circle-stroke-width': 2,
      },
    },
  ];
}

/** Adds a point by its coordinates or at the centre of the map, without a pointer. */
function PointByKeyboard({
  dressed: { map },
  onAdd,
}: {
  readonly dressed: DressedMap;
  readonly onAdd: (point: Coordinates) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        const point = coordinatesOf(text);
        setIsWrong(point === null);
        if (point === null) return;
        onAdd(point);
        setText('');
        map.easeTo({ center: [point.longitudeDeg, point.latitudeDeg], animate: false });
      }}
    >
      <input
        className={styles.input}
        aria-label={t('measure.coordinates')}
        placeholder={t('measure.coordinates')}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? 'measure-wrong' : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit">{t('measure.add')}</Button>
      {isWrong && (
        <p id="measure-wrong" role="alert" className={styles.wrong}>
          {t('measure.wrong')}
        </p>
      )}
      <Button
        onClick={() => {
          const { lat, lng } = map.getCenter();
          onAdd({ latitudeDeg: lat, longitudeDeg: lng });
        }}
      >
        {t('measure.addCentre')}
      </Button>
    </form>
  );
}

/** Measures the length of a line or the area of a polygon on the map. */
export function MeasurePanel({
  dressed,
  display: { unit, locale },
  onPick,
  onClose,
}: {
  readonly dressed: DressedMap;
  readonly display: Display;
  readonly onPick: (handler: ((place: PickedPlace) => void) | null) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<MeasureKind>('distance');
  const [points, setPoints] = useState<readonly Coordinates[]>([]);
  const features = useMemo(() => measureFeatures(kind, points), [kind, points]);
  useFeatures(dressed, 'measure', layersOf, features);
  const { map } = dressed;
  useEffect(() => {
    onPick(({ latitudeDeg, longitudeDeg }) =>
      setPoints((before) => [...before, { latitudeDeg, longitudeDeg }]),
    );
    // The second press of a double click is a point too.
    map.doubleClickZoom.disable();
    return () => {
      onPick(null);
      map.doubleClickZoom.enable();
    };
  }, [map, onPick]);
  const undo = () => setPoints((before) => before.slice(0, -1));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement) return;
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setPoints((before) => before.slice(0, -1));
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  const isEnough = points.length >= (kind === 'area' ? 3 : 2);
  const result =
    kind === 'area'
      ? areaText(areaM2(points), unit, locale)
      : lengthText(lengthM(points), unit, locale);
  return (
    <ToolPanel title={t('measure.title')} onClose={onClose}>
      <fieldset className={styles.kinds}>
        <legend className="visually-hidden">{t('measure.title')}</legend>
        {(['distance', 'area'] as const).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="measure-kind"
              checked={kind === one}
              onChange={() => setKind(one)}
            />
            {t(`measure.${one}`)}
          </label>
        ))}
      </fieldset>
      <p role="status" className={isEnough ? styles.result : styles.hint}>
        {isEnough ? result : t(`measure.${kind}Hint`)}
      </p>
      <div className={styles.row}>
        <Button disabled={points.length === 0} onClick={undo}>
          <Undo2 size={16} aria-hidden="true" />
          {t('measure.undo')}
        </Button>
        <Button disabled={points.length === 0} onClick={() => setPoints([])}>
          {t('measure.clear')}
        </Button>
      </div>
      <PointByKeyboard
        dressed={dressed}
        onAdd={(point) => setPoints((before) => [...before, point])}
      />
    </ToolPanel>
  );
}
