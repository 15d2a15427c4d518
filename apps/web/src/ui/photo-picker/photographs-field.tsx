import { useTranslation } from 'react-i18next';
import { PhotoPicker } from './photo-picker.tsx';

/** Sharp enough to read a part number, small enough to upload in seconds from a workshop. */
const PHOTOGRAPH_QUALITY = '1600px';

/** Photographs of a defect or its repair. */
export function PhotographsField({
  photos,
  fault,
  onChange,
}: Pick<React.ComponentProps<typeof PhotoPicker>, 'photos' | 'onChange'> & {
  readonly fault: readonly string[] | undefined;
}) {
  const { t } = useTranslation();
  return (
    <>
      <PhotoPicker
        photos={photos}
        label={t('record.choosePhotographs')}
        quality={PHOTOGRAPH_QUALITY}
        onChange={onChange}
      />
      <p className="field-fault" role="alert">
        {fault?.join(' ')}
      </p>
    </>
  );
}
