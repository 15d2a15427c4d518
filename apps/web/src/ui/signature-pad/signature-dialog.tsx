import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../field/field.tsx';
import { NativeModal } from '../native-modal/native-modal.tsx';
import { Pad, type PadHandle } from './pad.tsx';
import { isAddress, MIN_NAME_LENGTH, type Signature } from './pad-options.ts';

/** The name field (requirements P-123, P-136). */
function NameField({
  name,
  onChange,
}: {
  readonly name: string;
  readonly onChange: (name: string) => void;
}) {
  const { t } = useTranslation();
  const isShort = name.trim().length < MIN_NAME_LENGTH;
  return (
    <Field
      label={t('signature.signedBy')}
      isRequired
      fault={isShort ? [t('signature.shortName')] : undefined}
    >
      {(props) => (
        <input
          {...props}
          value={name}
          maxLength={90}
          autoComplete="name"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** State of the drawing or of an existing signature (requirements P-128 to P-135). */
function useSigning(
  value: string | null,
  firstName: string,
  asksName: boolean,
  onSign: (signature: Signature) => void,
) {
  const pad = useRef<PadHandle>(null);
  // Requirement P-133: a given value is an existing signature.
  const [given, setGiven] = useState(value);
  const [hasDrawn, setHasDrawn] = useState(false);
  const [name, setName] = useState(firstName);
  const isSigned = given !== null || hasDrawn;
  return {
    pad,
    given,
    name,
    setName,
    isSigned,
    isUsable: isSigned && (!asksName || name.trim().length >= MIN_NAME_LENGTH),
    drawn: () => setHasDrawn(true),
    wipe: () => {
      pad.current?.wipe();
      setGiven(null);
      setHasDrawn(false);
    },
    complete: () => {
      const image = given ?? pad.current?.image() ?? '';
      if (!isAddress(image)) onSign({ name: name.trim(), image });
    },
  };
}

/**
 * The pad over the whole screen, or a bottom sheet on a phone (requirements P-122 to P-137).
 *
 * @param onSign called with the completed image; not with the address of an existing signature
 */
export function SignatureDialog({
  title,
  value,
  firstName,
  asksName,
  onSign,
  onClose,
}: {
  readonly title: string;
  readonly value: string | null;
  readonly firstName: string;
  readonly asksName: boolean;
  readonly onSign: (signature: Signature) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const signing = useSigning(value, firstName, asksName, onSign);
  const close = () => dialog.current?.close();
  return (
    <NativeModal
      dialog={dialog}
      className="signature-overlay"
      aria-labelledby={id}
      onClose={onClose}
    >
      <div className="signature-sheet">
        <h2 id={id}>{title}</h2>
        <div className="signature-paper">
          {signing.given === null ? (
            <Pad label={t('signature.pad')} handle={signing.pad} onDrawn={signing.drawn} />
          ) : (
            <img src={signing.given} alt={t('signature.image')} />
          )}
        </div>
        {asksName && <NameField name={signing.name} onChange={signing.setName} />}
        <div className="signature-actions">
          <button
            type="button"
            className="button large"
            onClick={signing.isSigned ? signing.wipe : close}
          >
            {t(signing.isSigned ? 'signature.clear' : 'signature.close')}
          </button>
          <button
            type="button"
            className="button primary large"
            disabled={!signing.isUsable}
            onClick={() => {
              signing.complete();
              close();
            }}
          >
            {t('signature.complete')}
          </button>
        </div>
      </div>
    </NativeModal>
  );
}
