import { useTranslation } from 'react-i18next';
import { served } from '../../api/bases.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { look } from '../../ui/look/look.ts';
import { SignatureSection } from '../../ui/signature-pad/signature-section.tsx';
import type { InvestigationForm } from './use-investigation-form.ts';

/** Signature section "Sign to complete investigation" (requirements I-23, I-29). */
export function SignOff({ form }: { readonly form: InvestigationForm }) {
  const { t } = useTranslation();
  const { timeZone } = useDisplay().dates;
  const { investigation, draft, isDone, isDisabled } = form;
  const { completed_by: name, completed_at: at, signoff_signature: kept } = investigation;
  return (
    <section className="panel" aria-labelledby="investigation-sign">
      <h2 id="investigation-sign">{t('investigation.sign')}</h2>
      {!isDone && (
        <p className={look({ tone: 'quiet', size: 'small' })}>{t('investigation.signHint')}</p>
      )}
      <SignatureSection
        value={isDone ? kept && served(kept) : draft.signature === '' ? null : draft.signature}
        isEnabled={!isDisabled}
        dateMs={at === null ? null : Date.parse(at)}
        timeZone={timeZone}
        {...(name === null ? {} : { name })}
        onSign={({ image }) => form.sign(image)}
      />
      {!isDone && draft.signature !== '' && (
        <Button kind="link" onClick={() => form.sign('')}>
          {t('investigation.unsign')}
        </Button>
      )}
    </section>
  );
}
