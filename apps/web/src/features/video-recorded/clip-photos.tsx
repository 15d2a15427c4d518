import { useTranslation } from 'react-i18next';
import { served } from '../../api/bases.ts';
import { cx } from '../../ui/look/look.ts';
import styles from './clip-photos.module.css';
import type { ClipFile } from './clip-state.ts';

/** Photos that a camera sent with its alarm; each downloads when it is selected. */
export function ClipPhotos({
  pictures,
  nameOfCamera,
  isLarge = false,
}: {
  readonly pictures: readonly ClipFile[];
  readonly nameOfCamera: (camera: number) => string;
  /** As the main content of the clip, without video. */
  readonly isLarge?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <ul
      className={isLarge ? cx(styles.clipStills, styles['is-large']) : styles.clipStills}
      aria-label={t('historic.panel.pictures')}
    >
      {pictures.map(({ URL: address, download_URL, camera }) => (
        <li key={address}>
          <a href={served(download_URL)} download>
            <img
              src={served(address)}
              loading="lazy"
              alt={t('historic.file.picture', { camera: nameOfCamera(camera) })}
            />
          </a>
          {isLarge && <span>{nameOfCamera(camera)}</span>}
        </li>
      ))}
    </ul>
  );
}
