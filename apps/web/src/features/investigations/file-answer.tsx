import { useTranslation } from 'react-i18next';
import { served } from '../../api/bases.ts';
import { Button } from '../../ui/button/button.tsx';
import { cx, look, stack } from '../../ui/look/look.ts';
import { PhotoPicker } from '../../ui/photo-picker/photo-picker.tsx';
import { FILE_LIMIT_BYTES } from '../../ui/vehicle-file/file-rules.ts';
import styles from './investigations.module.css';
import type { Answer, DraftAnswer, Question } from './investigations-form.ts';

/** Sharp enough for a number plate, and below the maximum file size even for a noisy photo. */
const QUALITY = '1600px';

/** The stored attachment, with its link. */
function Kept({
  kept,
  isDisabled,
  onRemove,
}: {
  readonly kept: Answer;
  readonly isDisabled: boolean;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { attachment, attachment_name: name, attachment_type: type } = kept;
  if (attachment === null) return null;
  return (
    <div className={cx(stack({ items: 'start', gap: 2 }), styles.keptAttachment)}>
      {type?.startsWith('image/') === true && (
        <img src={served(attachment)} alt={t('vehicleFile.preview', { name: name ?? '' })} />
      )}
      <a href={served(attachment)} download={name ?? true}>
        {name}
      </a>
      {!isDisabled && (
        <Button kind="link" onClick={onRemove}>
          {t('vehicleFile.removeFile')}
        </Button>
      )}
    </div>
  );
}

/** A photo or a PDF, always optional (requirements I-39, I-43, I-48, I-P03). */
export function FileAnswer({
  question,
  draft,
  kept,
  isDisabled,
  fault,
  onChange,
}: {
  readonly question: Question;
  readonly draft: DraftAnswer;
  readonly kept: Answer | undefined;
  readonly isDisabled: boolean;
  readonly fault: readonly string[] | undefined;
  readonly onChange: (changes: Partial<DraftAnswer>) => void;
}) {
  const { t } = useTranslation();
  const { file, isRemoved } = draft;
  const isKept = kept !== undefined && kept.attachment !== null && file === null && !isRemoved;
  const take = ([chosen]: readonly File[]) =>
    onChange({ file: chosen ?? null, answer: chosen?.name.slice(-255) ?? '', isRemoved: true });
  const isTooLarge = file !== null && file.size >= FILE_LIMIT_BYTES;
  return (
    <fieldset
      className={cx(
        stack({ gap: 2, minWidth: 0, margin: 0, padding: 0, border: 'none' }),
        styles.answerChoices,
      )}
      aria-invalid={isTooLarge || fault !== undefined}
    >
      <legend>{question.question}</legend>
      {isKept && (
        <Kept
          kept={kept}
          isDisabled={isDisabled}
          onRemove={() => onChange({ isRemoved: true, answer: '' })}
        />
      )}
      {!isKept && isDisabled && (
        <p className={look({ tone: 'quiet', size: 'small' })}>{t('investigation.noFile')}</p>
      )}
      {!isKept && !isDisabled && (
        <PhotoPicker
          photos={file === null ? [] : [file]}
          limit={1}
          quality={QUALITY}
          acceptsPdf
          onChange={take}
        />
      )}
      <p className="field-fault" role="alert">
        {isTooLarge ? t('vehicleFile.tooLarge') : fault?.join(' ')}
      </p>
    </fieldset>
  );
}
