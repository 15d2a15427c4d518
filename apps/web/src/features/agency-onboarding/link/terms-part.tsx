import { formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { pathOf } from '../../../api/client.ts';
import { LinkPart } from '../../../ui/link-part.tsx';
import { look } from '../../../ui/look/look.ts';
import { sendForm } from '../../../ui/send-form.ts';
import { drawn } from '../../../ui/signature-pad/drawn.ts';
import type { Signature } from '../../../ui/signature-pad/pad-options.ts';
import { SignatureSection } from '../../../ui/signature-pad/signature-section.tsx';
import { linkToken, useSending } from '../../../ui/use-link.ts';
import { VISITOR_DATES } from '../../../ui/visitor-dates.ts';
import type { LinkedOnboarding, PartProps } from './use-linked-onboarding.ts';

/** The terms of the operator, and their acceptance by signature. */
export function TermsPart({ onboarding, onSent }: PartProps) {
  const { t } = useTranslation();
  const { isBusy, failure, faults, send } = useSending(onSent);
  const { terms, accepted } = onboarding;
  if (terms === null) return null;
  const isCurrent = accepted?.version === terms.version;
  const sign = ({ name, image }: Signature) =>
    send(() =>
      sendForm<LinkedOnboarding>(
        pathOf('agencyOnboardingLinks', 'accept'),
        { token: linkToken(), version: terms.version, name, signature: drawn(image) },
        { params: {} },
      ),
    );
  const fault = faults.signature?.join(' ') ?? faults.name?.join(' ');
  return (
    <LinkPart title={t('onboardingLink.terms')} failure={failure}>
      <p className={look({ margin: 0, breaks: true })} style={{ whiteSpace: 'pre-wrap' }}>
        {terms.text}
      </p>
      {isCurrent ? (
        <p className={look({ margin: 0, tone: 'good' })} role="status">
          {t('onboardingLink.accepted', {
            name: accepted.name,
            time: formatDateTime(Date.parse(accepted.at), VISITOR_DATES),
          })}
        </p>
      ) : (
        <>
          {accepted !== null && <p role="status">{t('onboardingLink.acceptAgain')}</p>}
          <SignatureSection
            title={t('onboardingLink.sign')}
            value={null}
            name={`${onboarding.first_name} ${onboarding.surname}`}
            asksName
            isEnabled={!isBusy}
            onSign={(signature) => void sign(signature)}
          />
        </>
      )}
      {fault !== undefined && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </LinkPart>
  );
}
