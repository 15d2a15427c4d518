import { speakAsPage } from '../../ui/page-texts/speak.ts';
import { PhotoPicker } from '../../ui/photo-picker/photo-picker.tsx';

await speakAsPage();

/** As large as a crack can be seen, as small as a weak network can carry. */
const QUALITY = '1280px';

/** Photographs of a defect. */
export function DefectPhotos({
  photos,
  limit,
  onChange,
}: {
  readonly photos: readonly File[];
  readonly limit: number;
  readonly onChange: (photos: readonly File[]) => void;
}) {
  return <PhotoPicker photos={photos} limit={limit} quality={QUALITY} onChange={onChange} />;
}
