import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { served } from '../../api/bases.ts';
import './clip-thumbnail.css';

/**
 * The thumbnail of a clip, of one size whether it is there, on its way or missing.
 *
 * @param address of the picture; null or undefined for the placeholder
 * @param of names the clip: its vehicle and what happened
 */
export function ClipThumbnail({
  address,
  of,
}: {
  readonly address: string | null | undefined;
  readonly of: string;
}) {
  const { t } = useTranslation();
  // An address expires after some minutes; the next reading of the list brings another one.
  const [failed, setFailed] = useState<string | null>(null);
  if (typeof address !== 'string' || address === failed) {
    return <span className="clip-thumbnail is-missing">{t('clipThumbnail.none')}</span>;
  }
  return (
    <img
      className="clip-thumbnail"
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
