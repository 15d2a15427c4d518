import { useEffect, useRef, useState } from 'react';
import { cx, look } from '../../../ui/look/look.ts';
import styles from '../pictures.module.css';
import { ChunkPlayback } from './chunk-playback.ts';
import type { ChunkQueue } from './chunk-queue.ts';
import type { FrameElement } from './frame-element.ts';
import { LiveFeed } from './live-feed.ts';
import { type LoadedPicture, loadPicture } from './video-live-media-snapshot.ts';

interface PlayerProps {
  /** Text alternative of the video. */
  readonly label: string;
  /** A new stream or a new still is on screen. */
  readonly onPicture: () => void;
  /** The element with the current frame; null when it is removed. */
  readonly onElement: (element: FrameElement | null) => void;
}

/** Shows the newest still; the previous one stays until the next is loaded. */
export function SnapshotPlayer({
  url,
  label,
  onPicture,
  onElement,
}: PlayerProps & { readonly url: string | null }) {
  const [shown, setShown] = useState<LoadedPicture | null>(null);
  useEffect(() => {
    if (url === null) return;
    const controller = new AbortController();
    loadPicture(url, controller.signal)
      .then((picture) => {
        setShown(picture);
        onPicture();
      })
      // The next response has another still, so the error is ignored.
      .catch(() => undefined);
    return () => controller.abort();
  }, [url, onPicture]);
  useEffect(() => () => shown?.release(), [shown]);
  if (shown === null) return null;
  return shown.isVideo ? (
    <video
      ref={onElement}
      className={cx(look({ width: 'full', height: 'full' }), styles.playerPicture)}
      src={shown.address}
      aria-label={label}
      autoPlay
      muted
      playsInline
    />
  ) : (
    <img
      ref={onElement}
      className={cx(look({ width: 'full', height: 'full' }), styles.playerPicture)}
      src={shown.address}
      alt={label}
    />
  );
}

/** Plays a queue of chunks without gaps. */
export function ChunkPlayer({
  queue,
  label,
  onPicture,
  onElement,
}: PlayerProps & { readonly queue: ChunkQueue }) {
  const first = useRef<HTMLVideoElement>(null);
  const second = useRef<HTMLVideoElement>(null);
  const [shown, setShown] = useState(-1);
  useEffect(() => {
    const [a, b] = [first.current, second.current];
    if (a === null || b === null) return;
    const playback = new ChunkPlayback([a, b], queue, (video) => {
      setShown(video === a ? 0 : 1);
      onElement(video);
    });
    a.addEventListener('playing', onPicture);
    b.addEventListener('playing', onPicture);
    return () => {
      playback.close();
      a.removeEventListener('playing', onPicture);
      b.removeEventListener('playing', onPicture);
      onElement(null);
    };
  }, [queue, onPicture, onElement]);
  return (
    <>
      {[first, second].map((video, index) => (
        <video
          // biome-ignore lint/suspicious/noArrayIndexKey: the two elements are permanent
          key={index}
          ref={video}
          className={cx(look({ width: 'full', height: 'full' }), styles.playerPicture)}
          aria-label={label}
          aria-hidden={shown !== index}
          style={{ opacity: shown === index ? 1 : 0 }}
          muted
          playsInline
        />
      ))}
    </>
  );
}

/** Plays a live stream; the owner of the socket receives the feed. */
export function LivePlayer({
  label,
  onPicture,
  onElement,
  onFeed,
  onFailure,
}: PlayerProps & {
  /** Receives the feed for messages of this camera; null when the player is removed. */
  readonly onFeed: (feed: LiveFeed | null) => void;
  /** This browser cannot play it. */
  readonly onFailure: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    const feed = new LiveFeed(element, onFailure);
    element.addEventListener('playing', onPicture);
    onElement(element);
    onFeed(feed);
    return () => {
      element.removeEventListener('playing', onPicture);
      onFeed(null);
      onElement(null);
      feed.close();
    };
  }, [onPicture, onElement, onFeed, onFailure]);
  return (
    <video
      ref={video}
      className={cx(look({ width: 'full', height: 'full' }), styles.playerPicture)}
      aria-label={label}
      muted
      playsInline
    />
  );
}
