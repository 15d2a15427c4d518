import { formatDateTime } from '@roadworthy/domain';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { LinkFailed, LinkGone, LinkHeader } from '../../../ui/link-page.tsx';
import { LinkPart } from '../../../ui/link-part.tsx';
import { look, stack } from '../../../ui/look/look.ts';
import { Toasts } from '../../../ui/toasts.tsx';
import { linkToken, useSending } from '../../../ui/use-link.ts';
import { VISITOR_DATES } from '../../../ui/visitor-dates.ts';
import { DetailsPart } from './details-part.tsx';
import { DocumentPart } from './document-part.tsx';
import { TermsPart } from './terms-part.tsx';
import {
  type LinkedOnboarding,
  type PartProps,
  useLinkedOnboarding,
} from './use-linked-onboarding.ts';
import '../../../ui/shell.css';
import '../../../ui/controls.css';
import '../../../ui/public-page/page.css';

/** For whom the documents are, and until when they can be entered. */
function Purpose({ onboarding }: { readonly onboarding: LinkedOnboarding }) {
  const { t } = useTranslation();
  const { agency, customer } = onboarding;
  return (
    <section className={stack({ gap: 2 })}>
      <h1 className={look({ margin: 0 })}>{t('onboardingLink.heading', { customer })}</h1>
      <p className={look({ margin: 0 })}>{t('onboardingLink.purpose', { agency, customer })}</p>
      <p className={look({ margin: 0, tone: 'quiet', size: 'small' })}>
        {t('onboardingLink.until', {
          time: formatDateTime(Date.parse(onboarding.expires_at), VISITOR_DATES),
        })}
      </p>
    </section>
  );
}

/** What is still missing before the driver can submit. */
function useMissing({ accepted, born_on, documents, phone, terms }: LinkedOnboarding): string[] {
  const { t } = useTranslation();
  return [
    ...(born_on === null || phone === null ? [t('onboardingLink.details')] : []),
    ...documents
      .filter(({ is_accepted: isAccepted, missing }) => missing.length > 0 || isAccepted === false)
      .map(({ kind }) => t(`driversFile.item.${kind}`)),
    ...(terms !== null && accepted?.version !== terms.version ? [t('onboardingLink.terms')] : []),
  ];
}

function SubmitPart({ onboarding, onSent }: PartProps) {
  const { t } = useTranslation();
  const { isBusy, failure, send } = useSending(onSent);
  const missing = useMissing(onboarding);
  const submit = () =>
    send(() => api.agencyOnboardingLinks.submit({ body: { token: linkToken() }, quiet: true }));
  return (
    <LinkPart title={t('onboardingLink.submit')} failure={failure}>
      <p className={look({ margin: 0 })} role="status">
        {missing.length === 0
          ? t('onboardingLink.ready')
          : t('onboardingLink.stillMissing', { what: missing.join(', ') })}
      </p>
      <span>
        <Button
          kind="primary"
          disabled={isBusy || missing.length > 0}
          onClick={() => void submit()}
        >
          {t('onboardingLink.submitNow')}
        </Button>
      </span>
    </LinkPart>
  );
}

function Parts(props: PartProps) {
  const { t } = useTranslation();
  if (props.onboarding.state === 'submitted') {
    return (
      <LinkPart title={t('onboardingLink.submitted')}>
        <p className={look({ margin: 0 })} role="status">
          {t('onboardingLink.submittedText', { customer: props.onboarding.customer })}
        </p>
      </LinkPart>
    );
  }
  return (
    <>
      <DetailsPart {...props} />
      {props.onboarding.documents.map((document) => (
        <DocumentPart key={document.kind} document={document} onSent={props.onSent} />
      ))}
      <TermsPart {...props} />
      <SubmitPart {...props} />
    </>
  );
}

/** The public page of an agency driver's link: details, documents, terms, and submission. */
export function OnboardingPage() {
  const { t } = useTranslation();
  const { linked, load, setValue } = useLinkedOnboarding();
  useEffect(() => {
    document.title = `${t('onboardingLink.title')} · ${t('app.name')}`;
  }, [t]);
  return (
    <>
      <LinkHeader />
      <main className="public-main">
        {linked.state === 'open' && (
          <>
            <Purpose onboarding={linked.value} />
            <Parts onboarding={linked.value} onSent={setValue} />
          </>
        )}
        {linked.state === 'opening' && <p role="status">{t('onboardingLink.opening')}</p>}
        {linked.state === 'ended' && <LinkGone text={t('onboardingLink.goneText')} />}
        {linked.state === 'failed' && (
          <LinkFailed title={t('onboardingLink.failed')} onRetry={load} />
        )}
      </main>
      <Toasts />
    </>
  );
}
