import { EFFECT_WEEKS, type EffectWeeks, formatDateTime, formatDistance } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { useEventName } from '../../ui/event-name.ts';
import { FigureLink } from '../../ui/figure-link/figure-link.tsx';
import { look, row, stack } from '../../ui/look/look.ts';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { Select } from '../../ui/select/select.tsx';
import { EVENTS_ACCESS, eventsTarget } from '../events/events-target.ts';
import type { Effect } from './coaching.ts';

const NONE = '–';
const TONES = { improved: 'good', worsened: 'bad', unclear: 'quiet', too_little: 'quiet' } as const;

const PERIODS = ['before', 'after'] as const;

/** How the effect is calculated. */
function Formula({ effect }: { readonly effect: Effect }) {
  const { t } = useTranslation();
  const { unit, locale } = useDisplay();
  return (
    <details>
      <summary>{t('coaching.howCalculated')}</summary>
      <p>{t('coaching.effectFormula')}</p>
      <p>{t('coaching.effectChance')}</p>
      <p>
        {t('coaching.effectMinimum', {
          distance: formatDistance(effect.minimum, unit, locale, 0),
        })}
      </p>
    </details>
  );
}

function Figures({ effect, driverId }: { readonly effect: Effect; readonly driverId: number }) {
  const { t } = useTranslation();
  const { dates, unit, locale } = useDisplay();
  const nameOf = useEventName();
  const rate = (value: number | null) =>
    value === null ? NONE : value.toLocaleString(locale, { maximumFractionDigits: 1 });
  const distance = (metres: number) => formatDistance(metres, unit, locale, 0);
  const rows = [
    { key: 'all', name: t('coaching.allEvents'), eventCode: null, ...effect.all },
    ...effect.by_type.map((one) => ({ key: String(one.eventCode), ...one, name: nameOf(one) })),
  ];
  return (
    <>
      <p className={look({ margin: 0, weight: 'medium', tone: TONES[effect.verdict] })}>
        {t(`coaching.verdict.${effect.verdict}`)}
      </p>
      {!effect.is_complete && (
        <p className={look({ margin: 0, tone: 'quiet' })}>
          {t('coaching.effectRunning', {
            time: formatDateTime(Date.parse(effect.after.end), dates),
          })}
        </p>
      )}
      <div className={look({ overflowX: 'auto' })}>
        <table className={look({ width: 'full', numeric: true })}>
          <caption className="visually-hidden">{t('coaching.effect')}</caption>
          <thead>
            <tr>
              <th scope="col" className={look({ text: 'left' })}>
                {t('coaching.perThousand')}
              </th>
              <th scope="col" className={look({ text: 'right' })}>
                {t('coaching.before')}
              </th>
              <th scope="col" className={look({ text: 'right' })}>
                {t('coaching.after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr key={one.key}>
                <th scope="row" className={look({ text: 'left', weight: 'normal' })}>
                  {one.name}
                </th>
                {PERIODS.map((when) => (
                  <td key={when} className={look({ text: 'right' })}>
                    {rate(one[`rate_${when}`])}{' '}
                    <FigureLink
                      count={one[when]}
                      access={EVENTS_ACCESS}
                      target={eventsTarget({
                        driver: driverId,
                        moments: effect[when],
                        counted: 'effect',
                        ...(one.eventCode === null ? {} : { codes: [one.eventCode] }),
                      })}
                      label={t('figure.of', {
                        figure: t(`coaching.${when}`),
                        what: one.name,
                        value: one[when],
                      })}
                    >
                      {`(${one[when]})`}
                    </FigureLink>
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row" className={look({ text: 'left', weight: 'normal' })}>
                {t('coaching.distance')}
              </th>
              <td className={look({ text: 'right' })}>{distance(effect.before.distance)}</td>
              <td className={look({ text: 'right' })}>{distance(effect.after.distance)}</td>
            </tr>
          </tbody>
        </table>
      </div>
      <Formula effect={effect} />
    </>
  );
}

/** The events per 1,000 km before and after a held session. */
export function SessionEffect({
  id,
  driverId,
}: {
  readonly id: number;
  readonly driverId: number;
}) {
  const { t } = useTranslation();
  const [weeks, setWeeks] = useState<EffectWeeks>(4);
  const read = useQuery({
    queryKey: ['coaching_effect', id, weeks],
    queryFn: ({ signal }) => api.coaching.effect({ params: { id }, query: { weeks }, signal }),
  });
  return (
    <section className={stack({ gap: 3 })} aria-labelledby="coaching-effect">
      <div className={row({ align: 'center', justify: 'between', wrap: true, gap: 2 })}>
        <h3 id="coaching-effect" className={look({ margin: 0 })}>
          {t('coaching.effect')}
        </h3>
        <Select
          aria-label={t('coaching.weeks')}
          value={weeks}
          onChange={({ currentTarget }) => {
            const chosen = EFFECT_WEEKS.find((one) => one === Number(currentTarget.value));
            if (chosen !== undefined) setWeeks(chosen);
          }}
        >
          {EFFECT_WEEKS.map((one) => (
            <option key={one} value={one}>
              {t('coaching.weeksEach', { count: one })}
            </option>
          ))}
        </Select>
      </div>
      <SettingsState read={read} />
      {read.data !== undefined && <Figures effect={read.data} driverId={driverId} />}
    </section>
  );
}
