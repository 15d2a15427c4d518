import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { CopyLine } from '../../ui/copy-line/copy-line.tsx';
import { useDisplay } from '../../ui/display.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { knownText } from '../../ui/known-text.ts';
import { row, stack } from '../../ui/look/look.ts';
import { Select } from '../../ui/select/select.tsx';
import { toast } from '../../ui/toast.ts';
import { useDepots } from '../vehicle-file/use-depots.ts';

type Feed = AnswerOf<typeof contract.schedules.calendarFeeds>['results'][number];

const KEY = ['calendar-feeds'];

function FeedLine({
  feed,
  isBusy,
  onRemove,
}: {
  readonly feed: Feed;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const facts = [
    feed.depot?.name ?? t('planner.allDepots'),
    feed.category === null ? t('planner.allCategories') : knownText(feed.category, t),
    feed.last_read_at === null
      ? t('calendarFeed.unread')
      : t('calendarFeed.read', { time: formatDateTime(Date.parse(feed.last_read_at), dates) }),
  ];
  return (
    <li className={row({ wrap: true, align: 'center', justify: 'between', gap: 2 })}>
      <span>
        <strong>{feed.name}</strong> {facts.join(' · ')}
      </span>
      <Button
        disabled={isBusy}
        aria-label={t('calendarFeed.removeOne', { name: feed.name })}
        onClick={onRemove}
      >
        {t('calendarFeed.remove')}
      </Button>
    </li>
  );
}

function FeedList() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.schedules.calendarFeeds({ signal, quiet: true }),
  });
  const remove = useMutation({
    mutationFn: (id: number) => api.schedules.removeCalendarFeed({ params: { id } }),
    onSuccess: () => toast.success(t('calendarFeed.removed')),
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  if (isError) {
    return (
      <p role="alert">
        {t('calendarFeed.failed')}{' '}
        <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
      </p>
    );
  }
  if (data === undefined) return <p role="status">{t('action.loading')}</p>;
  if (data.results.length === 0) return <p>{t('calendarFeed.none')}</p>;
  return (
    <section aria-label={t('calendarFeed.own')}>
      <h3>{t('calendarFeed.own')}</h3>
      <ul className={stack({ list: true, gap: 2, margin: 0, padding: 0 })}>
        {data.results.map((feed) => (
          <FeedLine
            key={feed.id}
            feed={feed}
            isBusy={remove.isPending}
            onRemove={() => remove.mutate(feed.id)}
          />
        ))}
      </ul>
    </section>
  );
}

/**
 * Creates addresses under which a calendar program reads the planner, and lists those of the person.
 *
 * @param depot the depot of the planner; 0 for all
 * @param category the category of the planner; empty for all
 */
export function CalendarFeedsDialog({
  depot: firstDepot,
  category: firstCategory,
  categories,
  onClose,
}: {
  readonly depot: number;
  readonly category: string;
  readonly categories: readonly string[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const depots = useDepots();
  const [faults, setFaults] = useState<Faults>({});
  const [name, setName] = useState(t('calendarFeed.usualName'));
  const [depot, setDepot] = useState(firstDepot);
  const [category, setCategory] = useState(firstCategory);
  const [address, setAddress] = useState<string | null>(null);
  const create = async () => {
    const made = await api.schedules.createCalendarFeed({
      body: {
        name,
        depot: depot === 0 ? null : depot,
        category: category === '' ? null : category,
      },
    });
    setAddress(made.address);
    await queries.invalidateQueries({ queryKey: KEY });
  };
  return (
    <FormDialog
      asksToLeave={false}
      title={t('calendarFeed.title')}
      action={t('calendarFeed.create')}
      cancelLabel={t('action.close')}
      onSave={create}
      onFaults={setFaults}
      onClose={onClose}
    >
      <div className={stack({ gap: 3 })}>
        <p className="field-hint">{t('calendarFeed.hint')}</p>
        <Field label={t('calendarFeed.name')} fault={faults.name}>
          {(props) => (
            <input
              {...props}
              maxLength={90}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
        <Field label={t('vehicleFile.depot')} fault={faults.depot}>
          {(props) => (
            <Select
              {...props}
              value={depot}
              onChange={({ currentTarget }) => setDepot(Number(currentTarget.value))}
            >
              <option value={0}>{t('planner.allDepots')}</option>
              {(depots.data ?? []).map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('planner.what')} fault={faults.category}>
          {(props) => (
            <Select
              {...props}
              value={category}
              onChange={({ currentTarget }) => setCategory(currentTarget.value)}
            >
              <option value="">{t('planner.allCategories')}</option>
              {categories.map((one) => (
                <option key={one} value={one}>
                  {knownText(one, t)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {address !== null && (
          <div role="status">
            <CopyLine label={t('calendarFeed.address')} text={address} />
            <p className="field-hint">{t('calendarFeed.once')}</p>
          </div>
        )}
        <FeedList />
      </div>
    </FormDialog>
  );
}
