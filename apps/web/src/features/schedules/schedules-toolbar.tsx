import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { useLocale } from '../../ui/display.ts';
import { knownText } from '../../ui/known-text.ts';
import { cx, row, stack } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Select } from '../../ui/select/select.tsx';
import { VehicleAutocomplete } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { useDepots } from '../vehicle-file/use-depots.ts';
import { CalendarFeedsDialog } from './calendar-feeds-dialog.tsx';
import styles from './planner.module.css';
import { RemindersDialog } from './reminders-dialog.tsx';
import { NoticesButton } from './schedules-notices.tsx';
import { DUE, type Planner, VIEWS } from './use-planner.ts';

/** The current month or year, with buttons for previous, next and today. */
function Steps({ planner }: { readonly planner: Planner }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { view, at, now } = planner;
  const isMonth = view === 'month';
  const shown = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    year: 'numeric',
    ...(isMonth ? { month: 'long' } : {}),
  }).format(Date.parse(at));
  const step = (label: string, sign: string, steps: number) => (
    <Button kind="icon" aria-label={t(label)} onClick={() => planner.turn(steps)}>
      <span aria-hidden="true">{sign}</span>
    </Button>
  );
  return (
    <div className={cx(row({ align: 'center', gap: 1 }), styles.planSteps)}>
      {step(isMonth ? 'date.previousMonth' : 'planner.previousYear', '‹', -1)}
      <strong aria-live="polite">{shown}</strong>
      {step(isMonth ? 'date.nextMonth' : 'planner.nextYear', '›', 1)}
      <Button onClick={() => planner.goTo(now)}>{t('date.today')}</Button>
    </div>
  );
}

function Filters({ planner }: { readonly planner: Planner }) {
  const { t } = useTranslation();
  const depots = useDepots();
  const { setAddress, vehicle, open } = planner;
  const registration = open.find((one) => one.vehicle === vehicle)?.registration;
  return (
    <div className={cx(row({ wrap: true, gap: 2 }), styles.planFilters)}>
      <Select
        aria-label={t('vehicleFile.depot')}
        value={planner.depot}
        onChange={(event) => {
          const id = Number(event.currentTarget.value);
          setAddress({ depot: id === 0 ? undefined : String(id), page: undefined });
        }}
      >
        <option value={0}>{t('planner.allDepots')}</option>
        {(depots.data ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('planner.what')}
        value={planner.category}
        onChange={(event) => setAddress({ category: event.currentTarget.value, page: undefined })}
      >
        <option value="">{t('planner.allCategories')}</option>
        {planner.categories.map((category) => (
          <option key={category} value={category}>
            {knownText(category, t)}
          </option>
        ))}
      </Select>
      {planner.view === 'list' && (
        <Select
          aria-label={t('planner.dueLabel')}
          value={planner.due ?? ''}
          onChange={(event) =>
            setAddress({ due: event.currentTarget.value || undefined, page: undefined })
          }
        >
          <option value="">{t('planner.allDue')}</option>
          {DUE.map((due) => (
            <option key={due} value={due}>
              {t(`planner.due.${due}`)}
            </option>
          ))}
        </Select>
      )}
      <VehicleAutocomplete
        selected={
          vehicle === 0 ? null : { id: vehicle, registration: registration ?? `#${vehicle}` }
        }
        onChange={(found) =>
          setAddress({ vehicle: found === null ? undefined : String(found.id), page: undefined })
        }
      />
    </div>
  );
}

/** Opens the e-mail reminders; for administrators. */
function RemindersButton() {
  const { t } = useTranslation();
  const { current } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  if (!may(current, { kind: 'administrator' })) return null;
  return (
    <>
      <Button className={styles.planReminders} onClick={() => setIsOpen(true)}>
        {t('planner.reminders')}
      </Button>
      {isOpen && <RemindersDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Opens the calendar feeds of the person, with the filters of the planner. */
function CalendarButton({ planner }: { readonly planner: Planner }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('calendarFeed.title')}</Button>
      {isOpen && (
        <CalendarFeedsDialog
          depot={planner.depot}
          category={planner.category}
          categories={planner.categories}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** Heading, view, time, filters, notices and printing of the planner. */
export function PlannerToolbar({ planner }: { readonly planner: Planner }) {
  const { t } = useTranslation();
  return (
    <header
      className={cx(
        stack({ gap: 2, paddingY: 3, paddingX: 4, ground: 'surface', borderBottom: true }),
        styles.planHead,
      )}
    >
      <div className={row({ wrap: true, align: 'center', rowGap: 2, columnGap: 4 })}>
        <PageTitle title={t('planner.title')} />
        <fieldset
          className={cx(
            row({ margin: 0, padding: 'half', border: 'strong', radius: 'medium' }),
            styles.planViews,
          )}
        >
          <legend className="visually-hidden">{t('planner.view')}</legend>
          {VIEWS.map((view) => (
            <Button
              kind="bare"
              key={view}
              aria-pressed={planner.view === view}
              onClick={() =>
                planner.setAddress({ view: view === 'month' ? undefined : view, page: undefined })
              }
            >
              {t(`planner.view.${view}`)}
            </Button>
          ))}
        </fieldset>
        {planner.view !== 'list' && <Steps planner={planner} />}
        <RemindersButton />
        <CalendarButton planner={planner} />
        <Button className={styles.planPrint} onClick={() => window.print()}>
          {t('planner.print')}
        </Button>
      </div>
      <div className={row({ wrap: true, align: 'center', rowGap: 2, columnGap: 4 })}>
        <Filters planner={planner} />
        <NoticesButton planner={planner} />
      </div>
    </header>
  );
}
