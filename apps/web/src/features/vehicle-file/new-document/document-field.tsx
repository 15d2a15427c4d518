import { formatBytes } from '@roadworthy/domain';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { useLocale } from '../../../ui/display.ts';
import { FileButton } from '../../../ui/file-button/file-button.tsx';
import { useFileDrop } from '../../../ui/file-button/use-file-drop.ts';
import { cx, look, row, stack } from '../../../ui/look/look.ts';
import { ACCEPTED, fileFault, isImage } from '../../../ui/vehicle-file/file-rules.ts';
import styles from './new-document.module.css';
import type { NewDocument } from './use-new-document.ts';

/** An object URL of the selected image while it is shown. */
function useImageAddress(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (file === null || !isImage(file)) {
      setAddress(null);
      return;
    }
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

/** The selected file: a preview of an image, none of a PDF (requirements H-60, H-61). */
function Chosen({ file, onRemove }: { readonly file: File; readonly onRemove: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const address = useImageAddress(file);
  return (
    <div className={stack({ gap: 2 })}>
      {address !== null && (
        <img
          className="document-preview"
          src={address}
          alt={t('vehicleFile.preview', { name: file.name })}
        />
      )}
      <div className={row({ align: 'center', gap: 2 })}>
        <span className={look({ grow: true, minWidth: 0, breaks: true })}>{file.name}</span>
        <span className={look({ tone: 'quiet', size: 'small' })}>
          {formatBytes(file.size, locale)}
        </span>
        <Button kind="link" onClick={onRemove}>
          {t('vehicleFile.removeFile')}
        </Button>
      </div>
    </div>
  );
}

/**
 * An image or a PDF under 9,000,000 bytes: selected, dropped or photographed (H-06, H-56, H-57).
 */
export function DocumentField({ document }: { readonly document: NewDocument }) {
  const { t } = useTranslation();
  const { form, faults } = document;
  const take = (file: File) => {
    const fault = fileFault(file);
    if (fault === null) document.setDocument(file);
    else document.setDocument(null, t(fault));
  };
  const takeFirst = ([file]: readonly File[]) => {
    if (file !== undefined) take(file);
  };
  const { isOver, handlers } = useFileDrop(takeFirst);
  return (
    <fieldset
      className={isOver ? cx(styles.documentField, styles.over) : styles.documentField}
      {...handlers}
    >
      <legend>
        {t('vehicleFile.document')}
        {form.type?.schedule_type != null && <span aria-hidden="true"> *</span>}
      </legend>
      {form.document === null ? (
        <div className={cx(row({ wrap: true, gap: 2 }), styles.documentChoices)}>
          <FileButton label={t('vehicleFile.chooseFile')} accept={ACCEPTED} onFiles={takeFirst} />
          <FileButton
            label={t('vehicleFile.takePhoto')}
            accept="image/*"
            capture="environment"
            onFiles={takeFirst}
          />
          <p className="field-hint">{t('vehicleFile.fileHint')}</p>
        </div>
      ) : (
        <Chosen file={form.document} onRemove={() => document.setDocument(null)} />
      )}
      <p className="field-fault" role="alert">
        {faults.document?.join(' ')}
      </p>
    </fieldset>
  );
}
