import { formatDateTime } from '@roadworthy/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { served } from '../../api/bases.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { DriverLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { look, row, stack } from '../../ui/look/look.ts';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { useDayText } from '../drivers-file/file-state.tsx';
import { Part } from '../records/record/records-record-part.tsx';
import {
  type EnteredDocument,
  ONBOARDING_KEY,
  ONBOARDING_WRITE,
  type Onboarding,
} from './agency-onboarding.ts';
import { OnboardingStateBadge } from './onboarding-state.tsx';

interface OfDocument {
  readonly one: Onboarding;
  readonly document: EnteredDocument;
}

function RejectDocument({ one, document, onClose }: OfDocument & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, setFaults } = useDialogDraft({ reason: document.reason });
  const save = async () => {
    await api.agencyOnboarding.decide({
      params: { id: one.id, kind: document.kind },
      body: { is_accepted: false, reason: form.draft.reason },
    });
    await client.invalidateQueries({ queryKey: [ONBOARDING_KEY] });
    onClose();
  };
  return (
    <FormDialog
      title={t('agencyOnboarding.rejectDocument', { name: t(`driversFile.item.${document.kind}`) })}
      action={t('agencyOnboarding.reject')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="reason"
        label={t('agencyOnboarding.reason')}
        hint={t('agencyOnboarding.reasonHint')}
        isRequired
        maxLength={500}
      />
    </FormDialog>
  );
}

function Decision({ one, document }: OfDocument) {
  const { t } = useTranslation();
  const { current } = useSession();
  const client = useQueryClient();
  const [isRejecting, setIsRejecting] = useState(false);
  const accept = useMutation({
    mutationFn: () =>
      api.agencyOnboarding.decide({
        params: { id: one.id, kind: document.kind },
        body: { is_accepted: true },
      }),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: [ONBOARDING_KEY] }),
  });
  const isAccepted = document.is_accepted;
  return (
    <div className={row({ wrap: true, gap: 2, align: 'center' })}>
      {isAccepted !== null && (
        <Badge tone={isAccepted ? 'good' : 'bad'}>
          {t(
            isAccepted ? 'agencyOnboarding.documentAccepted' : 'agencyOnboarding.documentRejected',
            {
              name: document.decided_by ?? '',
            },
          )}
        </Badge>
      )}
      {one.state === 'submitted' && may(current, ONBOARDING_WRITE) && (
        <>
          {isAccepted !== true && (
            <Button disabled={accept.isPending} onClick={() => accept.mutate()}>
              {t('agencyOnboarding.acceptDocument')}
            </Button>
          )}
          {isAccepted !== false && (
            <Button onClick={() => setIsRejecting(true)}>{t('agencyOnboarding.reject')}</Button>
          )}
        </>
      )}
      {isRejecting && (
        <RejectDocument one={one} document={document} onClose={() => setIsRejecting(false)} />
      )}
    </div>
  );
}

/** The photograph of one side, which opens in its full size. */
function Photo({ address, label }: { readonly address: string | null; readonly label: string }) {
  if (address === null) return null;
  return (
    <a href={served(address)} target="_blank" rel="noreferrer">
      {label}
    </a>
  );
}

function EnteredPart({ one, document }: OfDocument) {
  const { t } = useTranslation();
  const dayText = useDayText();
  const missing = document.missing.map((name) => t(`onboardingLink.missing.${name}`));
  return (
    <Part title={t(`driversFile.item.${document.kind}`)}>
      <FactList
        className="details-facts"
        facts={[
          ...(document.kind === 'right_to_work'
            ? [[t('driversFile.field.title.right_to_work'), document.title || '–'] as const]
            : []),
          [t('driversFile.field.number'), document.number || '–'],
          [t('driversFile.field.issued_on'), dayText(document.issued_on)],
          [t('driversFile.expiresOn'), dayText(document.expires_on)],
          ...(document.kind === 'licence'
            ? [[t('driversFile.categories.title'), document.categories.join(', ') || '–'] as const]
            : []),
        ]}
      />
      <div className={row({ wrap: true, gap: 3 })}>
        <Photo address={document.front} label={t('onboardingLink.side.front')} />
        <Photo address={document.back} label={t('onboardingLink.side.back')} />
      </div>
      {missing.length > 0 && (
        <p className={look({ tone: 'quiet', margin: 0 })}>
          {t('onboardingLink.stillMissing', { what: missing.join(', ') })}
        </p>
      )}
      {document.reason !== '' && <p className={look({ margin: 0 })}>{document.reason}</p>}
      <Decision one={one} document={document} />
    </Part>
  );
}

/** What the driver has entered, with the comparison of each document. */
export function OnboardingDetails({ one }: { readonly one: Onboarding }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const dayText = useDayText();
  const time = (at: string) => formatDateTime(Date.parse(at), dates);
  const { driver, terms } = one;
  return (
    <div className={stack({ gap: 4 })}>
      <FactList
        className="details-facts"
        facts={[
          [
            t('agencyOnboarding.stateLabel'),
            <OnboardingStateBadge key="state" state={one.state} />,
          ],
          [t('agencyOnboarding.agency'), one.agency.name],
          [t('agencyOnboarding.depot'), one.depot?.name ?? '–'],
          [t('agencyOnboarding.email'), one.email],
          [t('agencyOnboarding.phone'), one.phone ?? '–'],
          [t('driversFile.bornOn'), dayText(one.born_on)],
          [t('agencyOnboarding.address'), one.address || '–'],
          [t('driversFile.engagedUntil'), dayText(one.engaged_until)],
          [
            t('agencyOnboarding.invited'),
            t('agencyOnboarding.byAt', { name: one.invited_by, time: time(one.invited_at) }),
          ],
          [t('agencyOnboarding.linkUntil'), time(one.expires_at)],
          ...(one.submitted_at === null
            ? []
            : [[t('agencyOnboarding.submitted'), time(one.submitted_at)] as const]),
          ...(one.decided_at === null
            ? []
            : [
                [
                  t('agencyOnboarding.decided'),
                  t('agencyOnboarding.byAt', {
                    name: one.decided_by ?? '',
                    time: time(one.decided_at),
                  }),
                ] as const,
              ]),
          ...(one.reason === '' ? [] : [[t('agencyOnboarding.reason'), one.reason] as const]),
          ...(driver === null
            ? []
            : [
                [
                  t('agencyOnboarding.driver'),
                  <DriverLink
                    key="driver"
                    driver={{ id: driver, first_name: one.first_name, surname: one.surname }}
                  />,
                ] as const,
              ]),
        ]}
      />
      {one.documents.map((document) => (
        <EnteredPart key={document.kind} one={one} document={document} />
      ))}
      {terms !== null && (
        <Part title={t('agencyOnboarding.terms')}>
          <p className={look({ margin: 0 })}>
            {t('agencyOnboarding.termsAccepted', {
              version: terms.version,
              name: terms.name,
              time: time(terms.at),
            })}
          </p>
          {terms.signature !== null && (
            <a href={served(terms.signature)} target="_blank" rel="noreferrer">
              {t('agencyOnboarding.signature')}
            </a>
          )}
        </Part>
      )}
    </div>
  );
}
