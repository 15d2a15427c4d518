import { speakAsPage } from '../../ui/page-texts/speak.ts';
import { PhotoPicker } from '../../ui/photo-picker/photo-picker.tsx';

await speakAsPage();

/** Large enough to show a crack, small enough for a weak network. */
const QUALITY = '1280px';

/** Photos of a defect. */
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
