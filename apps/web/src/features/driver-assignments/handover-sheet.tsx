import { formatDateTime, formatOdometer } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay } from '../../ui/display.ts';
import { FactList } from '../../ui/facts.tsx';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { PhotographLink } from '../../ui/record/photograph-link.tsx';
import styles from '../../ui/record/record.module.css';
import type { Handover } from './driver-assignments.ts';

const NONE = '–';

/** Whether the driver has signed, as a word. */
export function SignatureState({ one }: { readonly one: Pick<Handover, 'signed_at'> }) {
  const { t } = useTranslation();
  const isSigned = one.signed_at !== null;
  return (
    <Badge tone={isSigned ? 'good' : 'warn'}>
      {t(isSigned ? 'driverAssignments.signed' : 'driverAssignments.notSigned')}
    </Badge>
  );
}

function Photographs({ one }: { readonly one: Handover }) {
  const { t } = useTranslation();
  if (one.photographs.length === 0) return null;
  return (
    <ul
      aria-label={t('record.photographs')}
      className={cx(
        stack({ gap: 3, width: 'full', padding: 0, margin: 0, list: true }),
        styles.recordGrid,
      )}
    >
      {one.photographs.map(({ address, caption, id, is_by_driver }, n) => {
        const name = caption === '' ? t('record.photograph', { n: n + 1 }) : caption;
        return (
          <li key={id}>
            <PhotographLink address={address} name={name} />
            {is_by_driver && (
              <span className={look({ size: 'small', tone: 'quiet' })}>
                {t('driverAssignments.byDriver')}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** That the odometer contradicts the last reading; nothing if it does not. */
function OdometerFinding({ one }: { readonly one: Handover }) {
  const { t } = useTranslation();
  const { locale, unit } = useDisplay();
  const { last_odometer: last, odometer_finding: finding } = one;
  if (finding === null || last === null) return null;
  return (
    <p className={look({ margin: 0, tone: 'warn' })}>
      {t(`driverAssignments.odometerFinding.${finding}`, {
        last: formatOdometer(last, unit, locale),
      })}
    </p>
  );
}

/** The record of a hand-over. */
export function HandoverSheet({ one }: { readonly one: Handover }) {
  const { t } = useTranslation();
  const { dates, locale, unit } = useDisplay();
  const time = (at: string) => formatDateTime(Date.parse(at), dates);
  const items = (isThere: boolean) =>
    one.items
      .filter(({ is_there }) => is_there === isThere)
      .map(({ item }) => t(`driverAssignments.item.${item}`))
      .join(', ') || NONE;
  return (
    <section
      data-part="handover"
      className={stack({ columns: 'one', gap: 2, paddingY: 2, borderBottom: true })}
    >
      <div className={row({ gap: 2, align: 'center', wrap: true })}>
        <h3 className={look({ margin: 0 })}>
          {t(`driverAssignments.kind.${one.is_by_driver ? 'returnByDriver' : one.kind}`)}
        </h3>
        <SignatureState one={one} />
      </div>
      <FactList
        className="details-facts"
        facts={[
          [t('driverAssignments.at'), time(one.happened_at)],
          [t('driverAssignments.author'), one.author],
          [
            t('driverAssignments.odometer'),
            one.odometer === null ? NONE : formatOdometer(one.odometer, unit, locale),
          ],
          [t('driverAssignments.fill'), one.fill === null ? NONE : `${one.fill} %`],
          ...(one.items.length === 0
            ? []
            : [
                [t('driverAssignments.itemsThere'), items(true)] as const,
                [t('driverAssignments.itemsMissing'), items(false)] as const,
              ]),
          [t('driverAssignments.damage'), one.damage || NONE],
          [t('driverAssignments.remark'), one.remark || NONE],
          ...(one.signed_at === null
            ? []
            : [
                [
                  t('driverAssignments.signedBy'),
                  `${one.signed_by ?? NONE}, ${time(one.signed_at)}`,
                ] as const,
                [t('driverAssignments.driverRemark'), one.driver_remark || NONE] as const,
              ]),
        ]}
      />
      <OdometerFinding one={one} />
      <Photographs one={one} />
    </section>
  );
}
