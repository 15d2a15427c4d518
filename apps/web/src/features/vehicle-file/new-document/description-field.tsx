import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field/field.tsx';
import type { NewDocument } from './use-new-document.ts';
import {
  DESCRIPTION_LENGTH,
  descriptionFault,
  isInspection,
} from './vehicle-file-new-document-form.ts';

/**
 * The description, 2 to 90 characters; that of a safety inspection is fixed (requirements H-14,
 * H-41).
 */
export function DescriptionField({ document }: { readonly document: NewDocument }) {
  const { t } = useTranslation();
  const { form, faults } = document;
  const [isLeft, setIsLeft] = useState(false);
  const wrong = descriptionFault(form.description);
  const isShown = wrong !== null && (form.description === '' ? isLeft : true);
  const own = isShown ? [t(wrong.key, { length: String(wrong.length) })] : undefined;
  return (
    <Field label={t('vehicleFile.description')} isRequired fault={own ?? faults.description}>
      {(props) => (
        <input
          {...props}
          autoComplete="off"
          readOnly={isInspection(form)}
          value={form.description}
          onChange={(event) => {
            setIsLeft(false);
            document.setDescription(event.currentTarget.value);
          }}
          onBlur={() => setIsLeft(true)}
          // One more than allowed, so that an overlong text is visible and gets an error.
          maxLength={DESCRIPTION_LENGTH.max + 60}
        />
      )}
    </Field>
  );
}
