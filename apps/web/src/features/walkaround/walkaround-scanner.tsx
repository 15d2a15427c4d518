import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import { t } from '../../ui/page-texts/texts.ts';
import styles from './walkaround.module.css';
import { codeReader } from './walkaround-scan.ts';

const EVERY_MS = 200;

/** Runs the camera until a code is found. Returns the function to stop. */
function film(
  video: HTMLVideoElement,
  onRead: (text: string) => void,
  onFailure: () => void,
): () => void {
  let stream: MediaStream | null = null;
  let timer: ReturnType<typeof setInterval> | null = null;
  let isOver = false;
  const end = () => {
    isOver = true;
    if (timer !== null) clearInterval(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const begin = async () => {
    const reader = codeReader();
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    if (isOver) return end();
    video.srcObject = stream;
    await video.play();
    timer = setInterval(() => {
      reader.detect(video).then(
        ([code]) => {
          if (code === undefined || isOver) return;
          end();
          onRead(code.rawValue);
        },
        // There may be no frame yet.
        () => undefined,
      );
    }, EVERY_MS);
  };
  begin().catch(() => {
    if (isOver) return;
    end();
    onFailure();
  });
  return end;
}

/** Scans the QR code on the vehicle. */
export function Scanner({
  onRead,
  onClose,
}: {
  readonly onRead: (text: string) => void;
  readonly onClose: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const read = useRef(onRead);
  read.current = onRead;
  useEffect(() => {
    if (video.current === null) return;
    return film(
      video.current,
      (text) => read.current(text),
      () => setHasFailed(true),
    );
  }, []);
  return (
    <div className={cx(stack({ gap: 2 }), styles.walkScanner)}>
      {hasFailed ? (
        <p role="alert">{t('walk.noCamera')}</p>
      ) : (
        <video ref={video} muted playsInline aria-label={t('walk.camera')} />
      )}
      <Button size="large" onClick={onClose}>
        {t('action.close')}
      </Button>
    </div>
  );
}
