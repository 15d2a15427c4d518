import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { served } from '../../../api/bases.ts';
import { cx, look } from '../../../ui/look/look.ts';
import styles from './clip-thumbnail.module.css';

/** The placeholder of a thumbnail: a play icon and, if known, the cameras. */
function Placeholder({
  of,
  cameras,
}: {
  readonly of: string;
  readonly cameras: readonly number[];
}) {
  const { t } = useTranslation();
  return (
    <span
      data-part="clip-thumbnail"
      className={cx(
        look({ flow: 'block', rigid: true, ground: 'quiet', radius: 'small' }),
        styles.clipThumbnail,
        styles['is-missing'],
      )}
      role="img"
      aria-label={t('clipThumbnail.none', { name: of })}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <circle cx="12" cy="12" r="10.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M9.5 7.5v9l7-4.5z" fill="currentColor" />
      </svg>
      {cameras.length > 0 && (
        <span>
          {t('clipThumbnail.cameras', { count: cameras.length, numbers: cameras.join(', ') })}
        </span>
      )}
    </span>
  );
}

/**
 * The thumbnail of a clip; a placeholder of the same size if there is none or it fails to load.
 *
 * @param address URL of the thumbnail; null or undefined for the placeholder
 * @param of text alternative: vehicle and event of the clip
 * @param cameras of the clip, by number
 */
export function ClipThumbnail({
  address,
  of,
  cameras = [],
}: {
  readonly address: string | null | undefined;
  readonly of: string;
  readonly cameras?: readonly number[];
}) {
  const { t } = useTranslation();
  // URLs expire after some minutes; the next refresh of the list has a new one.
  const [failed, setFailed] = useState<string | null>(null);
  if (typeof address !== 'string' || address === failed) {
    return <Placeholder of={of} cameras={cameras} />;
  }
  return (
    <img
      data-part="clip-thumbnail"
      className={cx(
        look({ flow: 'block', rigid: true, ground: 'quiet', radius: 'small' }),
        styles.clipThumbnail,
      )}
      src={served(address)}
      alt={t('clipThumbnail.of', { name: of })}
      loading="lazy"
      decoding="async"
      width={80}
      height={45}
      onError={() => setFailed(address)}
    />
  );
}
