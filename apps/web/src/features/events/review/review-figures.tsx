import type { AnswerOf, contract } from '@roadworthy/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useLocale } from '../../../ui/display.ts';
import { ALL_TYPES, DONE } from '../events-selection.ts';
import type { useEvents } from '../use-events.ts';
import { FalseAlarms } from './false-alarms.tsx';
import styles from './review.module.css';
import { FIGURES_KEY } from './use-review.ts';

type Figures = AnswerOf<typeof contract.events.reviewFigures>;
type Range = Figures['overdue'];

const REFRESH_MS = 60_000;

/** Figures of the review; each filters the list. */
export function ReviewFigures({ search }: { readonly search: ReturnType<typeof useEvents> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { address, setAddress } = search;
  const { data } = useQuery({
    queryKey: [FIGURES_KEY],
    queryFn: ({ signal }) => api.events.reviewFigures({ signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  });
  if (data === undefined) return null;
  const reviewed = { count: data.reviewed, ...data.reviewed_in };
  const filter = (range: Range, more: Readonly<Record<string, string>>) =>
    setAddress({
      vehicleId: 'all',
      startDate: range.start_date,
      endDate: range.end_date,
      from: undefined,
      to: undefined,
      event: undefined,
      driverId: undefined,
      groupId: undefined,
      page: undefined,
      eventId: undefined,
      state: undefined,
      severity: undefined,
      assigned: undefined,
      due: undefined,
      reason: undefined,
      reviewed: undefined,
      counted: undefined,
      side: undefined,
      ...more,
    });
  const figure = (key: string, range: Range, more: Readonly<Record<string, string>>) => {
    const isShown =
      address.startDate === range.start_date &&
      Object.entries(more).every(([name, value]) => address[name] === value);
    const content = (
      <>
        {t(`events.figure.${key}`)} <strong>{range.count.toLocaleString(locale)}</strong>
      </>
    );
    // A figure of nothing opens no list.
    if (range.count === 0 && !isShown) return <li className={styles.plain}>{content}</li>;
    return (
      <li>
        <Button
          kind="bare"
          className={styles.figure}
          aria-pressed={isShown}
          onClick={() => filter(range, isShown ? {} : more)}
        >
          {content}
        </Button>
      </li>
    );
  };
  return (
    <>
      <ul className={styles.figures} aria-label={t('events.figures')}>
        {figure('toReview', data.to_review, { state: 'new', severity: 'serious' })}
        {figure('overdue', data.overdue, { due: 'overdue', event: ALL_TYPES })}
        {figure('mine', data.mine, { assigned: 'me', state: 'new', event: ALL_TYPES })}
        {figure('reviewed', reviewed, {
          state: DONE,
          reviewed: data.reviewed_in.since,
          event: ALL_TYPES,
        })}
        <li>
          <Button
            kind="bare"
            className={styles.figure}
            onClick={() => setAddress({ panel: 'false-alarms' })}
          >
            {t('events.falseAlarms')}
          </Button>
        </li>
      </ul>
      {address.panel === 'false-alarms' && (
        <FalseAlarms
          rates={data.false_alarms}
          days={{ from: data.rated_in.start_date, to: data.rated_in.end_date }}
          onClose={() => setAddress({ panel: undefined })}
        />
      )}
    </>
  );
}
