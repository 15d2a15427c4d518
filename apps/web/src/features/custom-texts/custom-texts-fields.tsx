import { useTranslation } from 'react-i18next';
import { LANGUAGES, type LanguageReference } from '../../session/languages.ts';
import { Button } from '../../ui/button/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import type { FormProps } from '../../ui/resource/resource.ts';
import { placeholdersOf, type Text, type TextDraft } from './custom-texts-text.ts';
import styles from './texts.module.css';

const MAX_LENGTH = 2000;
/** One line more than the default text, so that it is completely visible. */
const rowsOf = (text: string) => Math.min(12, text.split('\n').length + 1);

/** The default text and the custom text in one language. */
function LanguageWords({
  reference,
  form,
  one,
}: {
  readonly reference: LanguageReference;
  readonly form: FormProps<TextDraft, Text>;
  readonly one: Text;
}) {
  const { t } = useTranslation();
  const name = `own_${reference}` as const;
  const product = one[reference];
  const placeholders = placeholdersOf(product);
  const hint =
    placeholders.length === 0
      ? t('texts.hint')
      : `${t('texts.hint')} ${t('texts.keep', { names: placeholders.join(', ') })}`;
  return (
    <fieldset className={cx('resource-group', styles.textWords)}>
      <legend>{t(`texts.${reference}`)}</legend>
      <p
        className={cx(
          stack({
            gap: 1,
            paddingY: 3,
            paddingX: 4,
            margin: 0,
            marginBottom: 3,
            ground: 'ground',
            border: 'line',
            radius: 'medium',
          }),
          styles.textProduct,
        )}
        lang={reference}
      >
        <span>{t('texts.product')}</span>
        <q>{product}</q>
      </p>
      <Field label={t('texts.own')} hint={hint} fault={form.faults[name]}>
        {(props) => (
          <textarea
            {...props}
            lang={reference}
            maxLength={MAX_LENGTH}
            rows={rowsOf(product)}
            value={form.draft[name]}
            onChange={({ currentTarget }) => form.change({ [name]: currentTarget.value })}
          />
        )}
      </Field>
      {form.draft[name] !== '' && (
        <Button onClick={() => form.change({ [name]: '' })}>{t('texts.takeBack')}</Button>
      )}
    </fieldset>
  );
}

/** Both languages of a text. */
export function TextFields(form: FormProps<TextDraft, Text>) {
  const { one } = form;
  if (one === null) return null;
  return LANGUAGES.map(({ reference }) => (
    <LanguageWords key={reference} reference={reference} form={form} one={one} />
  ));
}
