import { formatMoment } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay } from '../../ui/display.ts';
import { EventIcon } from '../../ui/event-icon.tsx';
import { useEventName } from '../../ui/event-name.ts';
import { cx, look, row } from '../../ui/look/look.ts';
import { type Clip, formatLength, isPicturesOnly } from './clip-state.ts';
import styles from './clip-state-badge.module.css';
import { ClipStateBadge, useClipReason } from './clip-state-badge.tsx';
import historicStyles from './historic.module.css';
import { ClipThumbnail } from './thumbnails/clip-thumbnail.tsx';
import type { useClips } from './use-clips.ts';

/** The origin of a clip: its event with icon, or a word. */
export function ClipOrigin({ clip }: { readonly clip: Clip }) {
  const { t } = useTranslation();
  const nameOf = useEventName();
  if (clip.event === null) {
    return (
      <span
        className={cx(
          look({ flow: 'inlineRow', align: 'center', gap: 2, nowrap: true }),
          styles.clipOrigin,
        )}
      >
        {t(`historic.kind.${clip.live ? 'live' : clip.kind}`)}
      </span>
    );
  }
  const { code, name } = clip.event;
  return (
    <span
      className={cx(
        look({ flow: 'inlineRow', align: 'center', gap: 2, nowrap: true }),
        styles.clipOrigin,
      )}
    >
      <EventIcon eventCode={code} />
      {nameOf({ eventCode: code, name })}
    </span>
  );
}

function useColumns(): readonly Column<Clip>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const reasonOf = useClipReason();
  const nameOf = useEventName();
  return useMemo(
    () => [
      {
        key: 'start',
        label: t('historic.start'),
        // The server sorts; the header only enables it.
        compare: () => 0,
        cell: ({ start }) => formatMoment(Date.parse(start), dates),
      },
      {
        key: 'thumbnail',
        label: t('clipThumbnail.title'),
        cell: ({ thumbnail, registration, event, cameras }) => (
          <ClipThumbnail
            address={thumbnail}
            cameras={cameras}
            of={
              event === null
                ? registration
                : `${registration}, ${nameOf({ eventCode: event.code, name: event.name })}`
            }
          />
        ),
      },
      {
        key: 'registration',
        label: t('historic.registration'),
        cell: ({ registration }) => <strong>{registration}</strong>,
      },
      {
        key: 'camera',
        label: t('historic.camera'),
        cell: ({ cameras }) => (
          <span className={historicStyles.clipCameras}>{cameras.join(', ')}</span>
        ),
      },
      {
        key: 'duration',
        label: t('historic.duration'),
        isNumber: true,
        cell: (clip) => (isPicturesOnly(clip) ? '–' : formatLength(clip.duration)),
      },
      {
        key: 'state',
        label: t('historic.state'),
        widthPx: 148,
        cell: (clip) => <ClipStateBadge clip={clip} />,
      },
      {
        key: 'reason',
        label: t('historic.reason'),
        widthPx: 160,
        cell: (clip) => (
          <span>
            {reasonOf(clip) ?? (clip.reason === '' ? <ClipOrigin clip={clip} /> : clip.reason)}
          </span>
        ),
      },
      {
        key: 'marks',
        label: t('historic.marks'),
        cell: ({ keep, tags }) => (
          <span className={row({ gap: 1 })}>
            {keep && (
              <span
                className={cx(
                  look({ size: 'small', nowrap: true, ground: 'quiet', radius: 'pill' }),
                  historicStyles.clipTag,
                  historicStyles['is-kept'],
                )}
              >
                {t('historic.kept')}
              </span>
            )}
            {tags.map((tag) => (
              <span
                key={tag}
                className={cx(
                  look({ size: 'small', nowrap: true, ground: 'quiet', radius: 'pill' }),
                  historicStyles.clipTag,
                )}
              >
                {tag}
              </span>
            ))}
          </span>
        ),
      },
    ],
    [t, dates, reasonOf, nameOf],
  );
}

/** Requested and event clips, newest first (F-P01). */
export function ClipsTable({ found }: { readonly found: ReturnType<typeof useClips> }) {
  const { t } = useTranslation();
  const columns = useColumns();
  const { search, list, clips, setAddress, open } = found;
  return (
    <DataTable
      id="clips"
      label={t('historic.list')}
      columns={columns}
      rows={clips}
      keyOf={({ id }) => id}
      state={list}
      empty={{ title: t('historic.none'), text: t('historic.noneText') }}
      order={search.isOldestFirst ? 'start' : '-start'}
      selected={search.clipId}
      onOrder={() =>
        setAddress({ order: search.isOldestFirst ? undefined : 'start', page: undefined })
      }
      onSelect={open}
    />
  );
}
