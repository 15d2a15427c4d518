import { formatDateTime, type RecognitionReason } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { DriverLink } from '../../ui/entity-link/entity-link.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { look, row, stack } from '../../ui/look/look.ts';
import { AreaField } from '../../ui/resource/bound-fields.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { toast } from '../../ui/toast.ts';
import {
  type Candidates,
  COACHING_WRITE,
  lastMonths,
  nameOf,
  RECOGNITION_KEY,
  type Recognition,
} from './coaching.ts';
import { foundIn } from './found-in.ts';

const RATIO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
const LISTS = ['best', 'improved'] as const;

type Candidate = Candidates['best'][number];

/** Writes a recognition to a driver. */
function RecogniseDialog({
  candidate,
  month,
  reason,
  onClose,
}: {
  readonly candidate: Candidate;
  readonly month: string;
  readonly reason: RecognitionReason;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const name = nameOf(candidate);
  const [draft, setDraft] = useState({ text: t(`coaching.recognitionText.${reason}`, { month }) });
  const [faults, setFaults] = useState<Faults>({});
  const save = async () => {
    await api.fairScores.recognise({
      body: { driver: candidate.driver.id, month, reason, text: draft.text },
    });
    toast.success(t('coaching.recognised', { name }));
    void client.invalidateQueries({ queryKey: [RECOGNITION_KEY] });
    onClose();
  };
  return (
    <FormDialog
      title={t('coaching.recogniseOne', { name })}
      action={t('coaching.sendRecognition')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{t('coaching.recognitionPrivate')}</p>
      <AreaField
        form={{ draft, faults, change: (changes) => setDraft({ ...draft, ...changes }) }}
        name="text"
        label={t('coaching.recognitionWords')}
        isRequired
        maxLength={1000}
      />
    </FormDialog>
  );
}

function CandidateList({
  reason,
  candidates,
  onRecognise,
}: {
  readonly reason: (typeof LISTS)[number];
  readonly candidates: readonly Candidate[];
  readonly onRecognise: ((candidate: Candidate) => void) | null;
}) {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const ratio = (value: number) => value.toLocaleString(locale, RATIO_DIGITS);
  return (
    <section className={stack({ gap: 2 })} aria-labelledby={`candidates-${reason}`}>
      <h2 id={`candidates-${reason}`} className={look({ margin: 0, size: 'lead' })}>
        {t(`coaching.candidates.${reason}`)}
      </h2>
      {candidates.length === 0 ? (
        <p className={look({ margin: 0, tone: 'quiet' })}>{t('coaching.noCandidates')}</p>
      ) : (
        <ul className={stack({ gap: 2, margin: 0, padding: 0, list: true })}>
          {candidates.map((one) => (
            <li
              key={one.driver.id}
              className={row({ gap: 3, align: 'center', justify: 'between', wrap: true })}
            >
              <span>
                <DriverLink driver={one.driver} />{' '}
                <span className={look({ tone: 'quiet' })}>
                  {one.previous_ratio === null || reason === 'best'
                    ? t('coaching.candidateScore', { score: one.score, ratio: ratio(one.ratio) })
                    : t('coaching.candidateGain', {
                        before: ratio(one.previous_ratio),
                        after: ratio(one.ratio),
                      })}
                </span>
              </span>
              {one.is_recognised ? (
                <span className={look({ tone: 'good' })}>{t('coaching.isRecognised')}</span>
              ) : (
                onRecognise !== null && (
                  <Button
                    aria-label={t('coaching.recogniseOne', { name: nameOf(one) })}
                    onClick={() => onRecognise(one)}
                  >
                    {t('coaching.recognise')}
                  </Button>
                )
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The best and most improved drivers of the last whole month, with the button to recognise them. */
export function RecognitionCandidates() {
  const { t } = useTranslation();
  const { current } = useSession();
  const [month] = lastMonths().slice(1);
  const [chosen, setChosen] = useState<{
    candidate: Candidate;
    reason: RecognitionReason;
  } | null>(null);
  const read = useQuery({
    queryKey: [RECOGNITION_KEY, 'candidates', month],
    queryFn: ({ signal }) =>
      api.fairScores.candidates({ query: month === undefined ? {} : { month }, signal }),
  });
  const { data } = read;
  const mayWrite = may(current, COACHING_WRITE);
  return (
    <div className={stack({ columns: 'one', gap: 4, padding: 4 })}>
      <p className={look({ margin: 0 })}>{t('coaching.candidatesOf', { month: month ?? '' })}</p>
      <SettingsState read={read} />
      {data !== undefined &&
        LISTS.map((reason) => (
          <CandidateList
            key={reason}
            reason={reason}
            candidates={data[reason]}
            onRecognise={mayWrite ? (candidate) => setChosen({ candidate, reason }) : null}
          />
        ))}
      {chosen !== null && data !== undefined && (
        <RecogniseDialog {...chosen} month={data.month} onClose={() => setChosen(null)} />
      )}
    </div>
  );
}

function Details({ one }: { readonly one: Recognition }) {
  const { t } = useTranslation();
  return (
    <div className={stack({ gap: 3 })}>
      <p className={look({ margin: 0 })}>
        <DriverLink driver={one.driver} />
      </p>
      <p className={look({ margin: 0, breaks: true })}>{one.text}</p>
      <p className={look({ margin: 0, tone: 'quiet' })}>{t('coaching.recognitionPrivate')}</p>
    </div>
  );
}

/** The recognitions that were sent. */
export function useRecognitions(): Resource<Recognition, never> {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(
    () => ({
      kind: RECOGNITION_KEY,
      texts: 'coaching.recognitionList',
      list: (query, signal) => api.fairScores.recognitions({ query: query as object, signal }),
      read: async (id, signal) => {
        const { results } = await api.fairScores.recognitions({ query: { id }, signal });
        return foundIn(results);
      },
      nameOf,
      columns: [
        { key: 'driver', label: t('coaching.driver'), cell: nameOf },
        { key: 'month', label: t('coaching.month'), cell: ({ month }) => month },
        {
          key: 'reason',
          label: t('coaching.reason'),
          cell: ({ reason }) => t(`coaching.reason.${reason}`),
        },
        { key: 'author', label: t('coaching.author'), cell: ({ author }) => author ?? '–' },
        {
          key: 'created_at',
          label: t('coaching.sentAt'),
          isOrdered: true,
          cell: ({ created_at }) => formatDateTime(Date.parse(created_at), dates),
        },
      ],
      Details,
      mayAdd: false,
    }),
    [t, dates],
  );
}
