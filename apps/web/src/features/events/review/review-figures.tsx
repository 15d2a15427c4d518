import type { AnswerOf, contract } from '@roadworthy/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useLocale } from '../../../ui/display.ts';
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
  const filter = (range: Range, more: Readonly<Record<string, string>>) =>
    setAddress({
      vehicleId: 'all',
      startDate: range.start_date,
      endDate: range.end_date,
      event: undefined,
      driverId: undefined,
      groupId: undefined,
      page: undefined,
      eventId: undefined,
      state: undefined,
      severity: undefined,
      assigned: undefined,
      due: undefined,
      ...more,
    });
  const figure = (key: string, range: Range, more: Readonly<Record<string, string>>) => {
    const isShown =
      address.startDate === range.start_date &&
      Object.entries(more).every(([name, value]) => address[name] === value);
    return (
      <li>
        <Button
          kind="bare"
          className={styles.figure}
          aria-pressed={isShown}
          onClick={() => filter(range, isShown ? {} : more)}
        >
          {t(`events.figure.${key}`)} <strong>{range.count.toLocaleString(locale)}</strong>
        </Button>
      </li>
    );
  };
  return (
    <>
      <ul className={styles.figures} aria-label={t('events.figures')}>
        {figure('toReview', data.to_review, { state: 'new', severity: 'serious' })}
        {figure('overdue', data.overdue, { due: 'overdue' })}
        {figure('mine', data.mine, { assigned: 'me', state: 'new' })}
        <li className={styles.plain}>
          {t('events.figure.reviewed')} <strong>{data.reviewed.toLocaleString(locale)}</strong>
        </li>
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
        <FalseAlarms rates={data.false_alarms} onClose={() => setAddress({ panel: undefined })} />
      )}
    </>
  );
}
