import { formatDate, ONBOARDING_DOCUMENTS, ONBOARDING_SHOWN_STATES } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { useDisplay } from '../../ui/display.ts';
import { requiredFault } from '../../ui/field/required.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { type Bound, Choice } from '../records/records-filters.tsx';
import {
  type InvitationDraft,
  ONBOARDING_KEY,
  ONBOARDING_WRITE,
  type Onboarding,
  type OnboardingItem,
  onboardingName,
  useOnboardingChoices,
} from './agency-onboarding.ts';
import { InvitationFields } from './invitation-fields.tsx';
import { OnboardingDetails } from './onboarding-details.tsx';
import { AcceptDialog, RejectDialog, ResendDialog, SendBackDialog } from './onboarding-dialogs.tsx';
import { OnboardingStateBadge } from './onboarding-state.tsx';

const EMPTY: InvitationDraft = {
  agency: null,
  depot: null,
  first_name: '',
  surname: '',
  email: '',
  language: null,
  days: 14,
  engaged_until: '',
  documents: ONBOARDING_DOCUMENTS,
};
const REQUIRED = ['first_name', 'surname', 'email'] as const;

function Filters(bound: Bound) {
  const { t } = useTranslation();
  const { data } = useOnboardingChoices();
  return (
    <>
      <Choice
        {...bound}
        name="state"
        label={t('agencyOnboarding.stateLabel')}
        all={t('agencyOnboarding.anyState')}
        options={ONBOARDING_SHOWN_STATES.map((value) => ({
          value,
          label: t(`agencyOnboarding.state.${value}`),
        }))}
      />
      <Choice
        {...bound}
        name="agency"
        label={t('agencyOnboarding.agency')}
        all={t('agencyOnboarding.anyAgency')}
        options={(data?.agencies ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    </>
  );
}

const isOpen = ({ state }: Onboarding) =>
  state === 'invited' || state === 'in_progress' || state === 'expired';
const isSubmitted = ({ state }: Onboarding) => state === 'submitted';
const hasRejected = ({ documents }: Onboarding) =>
  documents.some((one) => one.is_accepted === false);

/** The steps that a person may take with an onboarding. */
function useActions(): NonNullable<
  Resource<OnboardingItem, InvitationDraft, Onboarding>['actions']
> {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        label: t('agencyOnboarding.accept'),
        done: t('agencyOnboarding.acceptedToast'),
        isOffered: (one: Onboarding) =>
          isSubmitted(one) && one.documents.every((document) => document.is_accepted === true),
        Dialog: AcceptDialog,
      },
      {
        label: t('agencyOnboarding.sendBack'),
        done: t('agencyOnboarding.sentToast'),
        isOffered: (one: Onboarding) => isSubmitted(one) && hasRejected(one),
        Dialog: SendBackDialog,
      },
      {
        label: t('agencyOnboarding.rejectAll'),
        done: t('agencyOnboarding.rejectedToast'),
        isOffered: isSubmitted,
        Dialog: RejectDialog,
      },
      {
        label: t('agencyOnboarding.resend'),
        done: t('agencyOnboarding.sentToast'),
        isOffered: isOpen,
        Dialog: ResendDialog,
      },
      {
        label: t('agencyOnboarding.withdraw'),
        done: t('agencyOnboarding.withdrawnToast'),
        isOffered: (one: Onboarding) => isOpen(one) || isSubmitted(one),
        confirm: (one: Onboarding) =>
          t('agencyOnboarding.withdrawAsk', { name: onboardingName(one) }),
        run: ({ id, version }: Onboarding) =>
          api.agencyOnboarding.withdraw({ params: { id }, body: { version } }),
      },
    ],
    [t],
  );
}

/** The list of onboardings with their panel. */
export function useOnboardings(): Resource<OnboardingItem, InvitationDraft, Onboarding> {
  const { t } = useTranslation();
  const { current } = useSession();
  const { dates } = useDisplay();
  const { data: choices } = useOnboardingChoices();
  const actions = useActions();
  const mayWrite = may(current, ONBOARDING_WRITE);
  return useMemo(() => {
    const day = (at: string | null) => (at === null ? '–' : formatDate(Date.parse(at), dates));
    return {
      kind: ONBOARDING_KEY,
      texts: 'agencyOnboarding',
      list: (query, signal) => api.agencyOnboarding.list({ query: query as object, signal }),
      read: (id, signal) => api.agencyOnboarding.read({ params: { id }, signal }),
      nameOf: onboardingName,
      columns: [
        {
          key: 'driver',
          label: t('agencyOnboarding.driver'),
          isOrdered: true,
          cell: onboardingName,
        },
        { key: 'agency', label: t('agencyOnboarding.agency'), cell: ({ agency }) => agency.name },
        {
          key: 'state',
          label: t('agencyOnboarding.stateLabel'),
          cell: ({ state }) => <OnboardingStateBadge state={state} />,
        },
        {
          key: 'documents',
          label: t('agencyOnboarding.documents'),
          cell: ({ documents_done: count, documents_needed: all }) =>
            t('agencyOnboarding.documentsOf', { count, all }),
        },
        {
          key: 'invited_at',
          label: t('agencyOnboarding.invited'),
          isOrdered: true,
          cell: ({ invited_at: at }) => day(at),
        },
        {
          key: 'submitted_at',
          label: t('agencyOnboarding.submitted'),
          isOrdered: true,
          cell: ({ submitted_at: at }) => day(at),
        },
      ],
      Details: OnboardingDetails,
      mayAdd: mayWrite,
      form: {
        draftOf: () => EMPTY,
        // What the driver has entered is shown by the details.
        Fields: (props) => (props.one === null ? <InvitationFields {...props} /> : null),
        check: (draft, translate) => ({
          ...Object.fromEntries(
            REQUIRED.filter((name) => draft[name].trim() === '').map((name) => [
              name,
              requiredFault(translate),
            ]),
          ),
          ...(draft.agency === null ? { agency: requiredFault(translate) } : {}),
          ...(draft.documents.length === 0
            ? { documents: [translate('agencyOnboarding.documentsMissing')] }
            : {}),
        }),
        save: (draft) =>
          api.agencyOnboarding.invite({
            body: {
              ...draft,
              agency: draft.agency ?? 0,
              language: draft.language ?? choices?.language ?? 'en',
              documents: [...draft.documents],
              engaged_until: draft.engaged_until || null,
            },
          }),
        mayChange: () => false,
      },
      filters: { names: ['state', 'agency'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('agencyOnboarding', 'exportList'), { query }),
      ...(mayWrite ? { actions } : {}),
    };
  }, [t, dates, mayWrite, actions, choices]);
}
