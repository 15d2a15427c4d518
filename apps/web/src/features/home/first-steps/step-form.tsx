import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import type { FormProps } from '../../../ui/resource/resource.ts';
import { otherFaults, type useDraft } from '../../../ui/resource/use-draft.ts';
import styles from './first-steps.module.css';

type Form<Draft> = ReturnType<typeof useDraft<Draft, unknown>>;

/** A short form of a step: its fields, errors without a field, and the button that saves. */
export function StepForm<Draft extends object>({
  form,
  children,
  more,
}: {
  readonly form: Form<Draft>;
  readonly children: (form: FormProps<Draft, never>) => React.ReactNode;
  /** Links beside the button. */
  readonly more?: React.ReactNode;
}) {
  const { t } = useTranslation();
  const { draft, faults, change, save, isBusy } = form;
  const others = otherFaults(faults, draft);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {others !== '' && (
        <p className="field-fault" role="alert">
          {others}
        </p>
      )}
      <div className={styles.fields}>{children({ draft, faults, change, one: null })}</div>
      <div className={styles.actions}>
        <Button type="submit" kind="primary" disabled={isBusy}>
          {t('firstSteps.saveContinue')}
        </Button>
        {more}
      </div>
    </form>
  );
}
