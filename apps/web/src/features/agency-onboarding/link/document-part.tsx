import { TICKED_CATEGORIES } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { CheckBox } from '../../../ui/field/check-box.tsx';
import { LinkPart } from '../../../ui/link-part.tsx';
import { look, row } from '../../../ui/look/look.ts';
import { TextField } from '../../../ui/resource/bound-fields.tsx';
import { toast } from '../../../ui/toast.ts';
import { linkToken, useSending } from '../../../ui/use-link.ts';
import { useUnloadGuard } from '../../../ui/use-unload-guard.ts';
import { LinkDayField } from './link-day-field.tsx';
import { PhotoField } from './photo-field.tsx';
import { SaveButton } from './save-button.tsx';
import type { LinkedDocument, PartProps } from './use-linked-onboarding.ts';

/** Whether a document is complete, or why it must be corrected. */
function Standing({ document }: { readonly document: LinkedDocument }) {
  const { t } = useTranslation();
  if (document.is_accepted === false) {
    return (
      <p className="field-fault" role="alert">
        {t('onboardingLink.correct', { reason: document.reason })}
      </p>
    );
  }
  const names = document.missing.map((name) => t(`onboardingLink.missing.${name}`));
  return (
    <p className={look({ margin: 0, tone: names.length === 0 ? 'good' : 'quiet' })} role="status">
      {names.length === 0
        ? t('onboardingLink.complete')
        : t('onboardingLink.stillMissing', { what: names.join(', ') })}
    </p>
  );
}

const draftOf = ({ expires_on, issued_on, number, title }: LinkedDocument) => ({
  title,
  number,
  issued_on: issued_on ?? '',
  expires_on: expires_on ?? '',
});

/** One document: its photographs, and what it says. */
export function DocumentPart({
  document,
  onSent,
}: Pick<PartProps, 'onSent'> & { readonly document: LinkedDocument }) {
  const { t } = useTranslation();
  const { isBusy, faults, failure, send } = useSending(onSent);
  const [draft, setDraft] = useState(() => draftOf(document));
  const [categories, setCategories] = useState(document.categories);
  const saved = JSON.stringify([draftOf(document), document.categories]);
  useUnloadGuard(JSON.stringify([draft, categories]) !== saved);
  const change = (changes: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...changes }));
  const form = { draft, faults, change };
  const { kind } = document;
  const isRight = kind === 'right_to_work';
  const save = async () => {
    const body = {
      token: linkToken(),
      kind,
      title: draft.title,
      number: draft.number,
      issued_on: draft.issued_on || null,
      expires_on: draft.expires_on || null,
      categories,
    };
    const isSaved = await send(() => api.agencyOnboardingLinks.document({ body, quiet: true }));
    if (isSaved) toast.success(t('onboardingLink.saved'));
  };
  const toggle = (name: (typeof TICKED_CATEGORIES)[number], isOn: boolean) =>
    setCategories(
      TICKED_CATEGORIES.filter((one) => (one === name ? isOn : categories.includes(one))),
    );
  return (
    <LinkPart title={t(`driversFile.item.${kind}`)} failure={failure}>
      <Standing document={document} />
      <PhotoField document={document} side="front" onSent={onSent} />
      <PhotoField document={document} side="back" onSent={onSent} />
      {isRight && (
        <TextField
          form={form}
          name="title"
          label={t('driversFile.field.title.right_to_work')}
          hint={t('onboardingLink.rightHint')}
          isRequired
          maxLength={120}
        />
      )}
      <TextField
        form={form}
        name="number"
        label={t('driversFile.field.number')}
        isRequired={!isRight}
        maxLength={40}
      />
      <LinkDayField
        label={t('onboardingLink.issuedOn')}
        value={draft.issued_on}
        fault={faults.issued_on}
        onChange={(day) => change({ issued_on: day })}
      />
      <LinkDayField
        label={t('driversFile.expiresOn')}
        value={draft.expires_on}
        fault={faults.expires_on}
        isRequired={!isRight}
        onChange={(day) => change({ expires_on: day })}
      />
      {kind === 'licence' && (
        <fieldset className={row({ wrap: true, gap: 3, padding: 0, border: 'none', margin: 0 })}>
          <legend>{t('onboardingLink.categories')}</legend>
          {TICKED_CATEGORIES.map((name) => (
            <CheckBox
              key={name}
              className={row({ gap: 2, minHeight: 44, align: 'center' })}
              label={name}
              isOn={categories.includes(name)}
              onChange={(isOn) => toggle(name, isOn)}
            />
          ))}
        </fieldset>
      )}
      <SaveButton isBusy={isBusy} onSave={save} />
    </LinkPart>
  );
}
