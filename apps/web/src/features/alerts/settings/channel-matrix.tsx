import type { NotificationKind } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import styles from './personal.module.css';
import { type Channel, type Draft, toggled } from './preferences.ts';

/** The kinds of notifications by channel, as a table of checkboxes. */
export function ChannelMatrix({
  kinds,
  channels,
  draft,
  onChange,
}: {
  readonly kinds: readonly NotificationKind[];
  readonly channels: readonly { readonly channel: Channel; readonly isReady: boolean }[];
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}) {
  const { t } = useTranslation();
  return (
    <table className={styles.matrix}>
      <caption>{t('notify.matrix')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('notify.kind')}</th>
          {channels.map(({ channel }) => (
            <th key={channel} scope="col">
              {t(`notify.channel.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {t(`notify.kind.${kind}`)}
              <span>{t(`notify.kindText.${kind}`)}</span>
            </th>
            {channels.map(({ channel, isReady }) => (
              <td key={channel}>
                <label>
                  <input
                    type="checkbox"
                    aria-label={`${t(`notify.kind.${kind}`)}: ${t(`notify.channel.${channel}`)}`}
                    checked={draft[channel].includes(kind)}
                    disabled={!isReady && !draft[channel].includes(kind)}
                    onChange={() => onChange({ [channel]: toggled(draft[channel], kind) })}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
