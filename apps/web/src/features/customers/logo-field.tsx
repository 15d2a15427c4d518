import type { LOGO_LIMIT_BYTES } from '@roadworthy/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { served } from '../../api/bases.ts';
import { Button } from '../../ui/button/button.tsx';
import { dataUrlOf } from '../../ui/data-url.ts';
import { Field } from '../../ui/field/field.tsx';
import { FileButton } from '../../ui/file-button/file-button.tsx';
import { cx, row } from '../../ui/look/look.ts';
import styles from './customers.module.css';

/** Image types that the server accepts. */
const MAX_BYTES: typeof LOGO_LIMIT_BYTES = 1_000_000;

/** Selects, previews and removes the logo of a customer. */
export function LogoField({
  logo,
  name,
  fault,
  onChange,
}: {
  readonly logo: string | null;
  /** Name of the customer. */
  readonly name: string;
  readonly fault: readonly string[] | undefined;
  readonly onChange: (logo: string | null) => void;
}) {
  const { t } = useTranslation();
  const [isTooLarge, setIsTooLarge] = useState(false);
  const choose = async ([file]: readonly File[]) => {
    if (file === undefined) return;
    setIsTooLarge(file.size > MAX_BYTES);
    if (file.size <= MAX_BYTES) onChange(await dataUrlOf(file));
  };
  return (
    <Field
      label={t('customers.logo')}
      hint={t('customers.logoHint')}
      fault={isTooLarge ? [t('customers.logoTooLarge')] : fault}
    >
      {(props) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would carry a second border
        <div
          role="group"
          className={cx(row({ wrap: true, align: 'center', gap: 2 }), styles.logoField)}
          id={props.id}
          aria-describedby={props['aria-describedby']}
        >
          {logo !== null && <img src={served(logo)} alt={t('customers.logoOf', { name })} />}
          <FileButton
            label={t(logo === null ? 'customers.chooseLogo' : 'customers.changeLogo')}
            accept="image/png,image/jpeg,image/webp"
            onFiles={(files) => void choose(files)}
          />
          {logo !== null && (
            <Button onClick={() => onChange(null)}>{t('customers.removeLogo')}</Button>
          )}
        </div>
      )}
    </Field>
  );
}
