import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from '../close-icon.tsx';
import { FileButton } from '../file-button/file-button.tsx';
import { usePhotos } from './use-photos.ts';
import './photo-picker.css';

/** Requirement P-158. */
const DEFAULT_LIMIT = 10;
/** Requirement P-159. */
const DEFAULT_QUALITY = '100%';

/** Photos of a phone often have the same name, so each file gets a key. */
const keys = new WeakMap<File, number>();
let lastKey = 0;
function keyOf(photo: File): number {
  const known = keys.get(photo);
  if (known !== undefined) return known;
  lastKey += 1;
  keys.set(photo, lastKey);
  return lastKey;
}

const isPicture = ({ type }: File) => type.startsWith('image/');

/** A selected file: a thumbnail, or its name if it is not an image, with a button that removes it. */
function Chosen({
  photo,
  n,
  isDisabled,
  onRemove,
}: {
  readonly photo: File;
  readonly n: number;
  readonly isDisabled: boolean;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!isPicture(photo)) return;
    const made = URL.createObjectURL(photo);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  const name = isPicture(photo) ? t('photos.one', { n }) : photo.name;
  return (
    <li className="photo">
      {address === null ? <span className="photo-name">{name}</span> : null}
      {address !== null && <img src={address} alt={name} />}
      {!isDisabled && (
        <button
          type="button"
          className="photo-remove"
          aria-label={t('photos.remove', { name })}
          onClick={onRemove}
        >
          <CloseIcon sizePx={16} />
        </button>
      )}
    </li>
  );
}

/**
 * Selects images and returns them as PNG (requirements P-149 to P-160).
 *
 * @param countLabel text if files are selected; `#FILES` is replaced by their number
 * @param quality `80%` scales, `500px` limits the longer side
 * @param acceptsPdf also accepts PDF files, unchanged
 */
export function PhotoPicker({
  photos,
  label,
  countLabel,
  limit = DEFAULT_LIMIT,
  quality = DEFAULT_QUALITY,
  acceptsPdf = false,
  isDisabled = false,
  onChange,
}: {
  readonly photos: readonly File[];
  readonly label?: string;
  readonly countLabel?: string;
  readonly limit?: number;
  readonly quality?: string;
  readonly acceptsPdf?: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (photos: readonly File[]) => void;
}) {
  const { t } = useTranslation();
  const { isBusy, fault, add, remove } = usePhotos({
    photos,
    limit,
    quality,
    acceptsPdf,
    onChange,
  });
  const isFull = photos.length >= limit;
  const count = (countLabel ?? t('photos.count')).replace('#FILES', String(photos.length));
  const text = photos.length === 0 ? (label ?? t('photos.choose')) : count;
  return (
    <div className="photo-picker">
      <div className="photo-buttons">
        <FileButton
          label={
            <>
              {isFull ? `${text} ${t('photos.max', { limit })}` : text}
              {photos.length > 0 && !isFull && (
                <span className="visually-hidden">, {t('photos.more')}</span>
              )}
            </>
          }
          accept={acceptsPdf ? 'image/*,application/pdf' : 'image/*'}
          isMultiple={limit > 1}
          isDisabled={isDisabled || isFull || isBusy}
          onFiles={add}
        />
        {!isDisabled && !isFull && (
          <FileButton
            label={t('photos.take')}
            accept="image/*"
            capture="environment"
            isDisabled={isBusy}
            onFiles={add}
          />
        )}
      </div>
      {photos.length > 0 && (
        <ul className="photos" aria-label={t('photos.list')}>
          {photos.map((photo, n) => (
            <Chosen
              key={keyOf(photo)}
              photo={photo}
              n={n + 1}
              isDisabled={isDisabled}
              onRemove={() => remove(photo)}
            />
          ))}
        </ul>
      )}
      <p className="field-hint" role="status">
        {isBusy ? t('photos.busy') : ''}
      </p>
      <p className="field-fault" role="alert">
        {fault}
      </p>
    </div>
  );
}
