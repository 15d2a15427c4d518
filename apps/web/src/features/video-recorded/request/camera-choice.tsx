import { useTranslation } from 'react-i18next';
import { cx, row } from '../../../ui/look/look.ts';
import styles from './video-request.module.css';

/** A camera from which video can be requested. */
export interface RequestCamera {
  readonly camera: number;
  readonly name: string;
}

/** Selects the cameras of a vehicle with more than one; all by default. */
export function CameraChoice({
  cameras,
  chosen,
  onChange,
}: {
  readonly cameras: readonly RequestCamera[];
  /** Null for all. */
  readonly chosen: readonly number[] | null;
  readonly onChange: (chosen: readonly number[] | null) => void;
}) {
  const { t } = useTranslation();
  if (cameras.length < 2) return null;
  const isChosen = (camera: number) => chosen === null || chosen.includes(camera);
  const toggle = (camera: number) => {
    const next = cameras
      .map((one) => one.camera)
      .filter((one) => (one === camera) !== isChosen(one));
    onChange(next.length === cameras.length ? null : next);
  };
  return (
    <fieldset className={cx(row({ wrap: true, rowGap: 1, columnGap: 4 }), styles.cameraChoice)}>
      <legend>{t('videoRequest.cameras')}</legend>
      {cameras.map(({ camera, name }) => (
        <label key={camera}>
          <input type="checkbox" checked={isChosen(camera)} onChange={() => toggle(camera)} />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
