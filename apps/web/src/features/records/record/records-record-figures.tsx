import { formatNumber, formatPercent } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge/badge.tsx';
import { useLocale } from '../../../ui/display.ts';
import { cx, look } from '../../../ui/look/look.ts';
import styles from '../../../ui/record/record.module.css';
import { tyrePosition } from '../../../ui/tyre-position.ts';
import { Part } from './records-record-part.tsx';
import type { Inspection } from './use-record.ts';

/** Whether a measurement meets its threshold, as a coloured word; nothing without a threshold. */
function Verdict({ isMet }: { readonly isMet: boolean | null }) {
  const { t } = useTranslation();
  if (isMet === null) return null;
  return (
    <Badge tone={isMet ? 'good' : 'bad'}>
      {t(isMet ? 'record.figure.met' : 'record.figure.below')}
    </Badge>
  );
}

/** Brake efficiencies with their minimum. */
export function Brakes({ brakes }: { readonly brakes: NonNullable<Inspection['brakes']> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const percent = (figure: number | null) =>
    figure === null ? '–' : formatPercent(figure, locale);
  const { method, is_laden: isLaden } = brakes;
  const load = isLaden === null ? '' : `, ${t(isLaden ? 'record.laden' : 'record.unladen')}`;
  return (
    <Part title={t('record.brakes')}>
      <p
        className={look({ tone: 'quiet', size: 'small' })}
      >{`${t(`record.brakes.${method}`)}${load}`}</p>
      <table className={cx(look({ width: 'full', numeric: true }), styles.recordFigures)}>
        <thead>
          <tr>
            <th scope="col">{t('record.brake')}</th>
            <th scope="col">{t('record.figure.measured')}</th>
            <th scope="col">{t('record.figure.least')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {(['service', 'secondary', 'parking'] as const).map((name) => (
            <tr key={name}>
              <th scope="row">{t(`record.brake.${name}`)}</th>
              <td>{percent(brakes[name].efficiency)}</td>
              <td>{percent(brakes[name].least)}</td>
              <td>
                <Verdict isMet={brakes[name].is_met} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

/** Tread depth and pressure of each tyre. */
export function Tyres({ tyres }: Pick<Inspection, 'tyres'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (tyres.length === 0) return null;
  const shown = (figure: number | null) => (figure === null ? '–' : formatNumber(figure, locale));
  return (
    <Part title={t('record.tyres')}>
      <table className={cx(look({ width: 'full', numeric: true }), styles.recordFigures)}>
        <thead>
          <tr>
            <th scope="col">{t('record.tyre.position')}</th>
            <th scope="col">{t('record.tyre.tread')}</th>
            <th scope="col">{t('record.tyre.pressure')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {tyres.map((tyre) => (
            <tr key={tyre.position}>
              <th scope="row">{tyrePosition(tyre.position, t)}</th>
              <td>{shown(tyre.tread_mm)}</td>
              <td>{shown(tyre.pressure_kpa)}</td>
              <td>
                <Verdict isMet={tyre.is_met} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}
