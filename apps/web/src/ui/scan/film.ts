import { codeReader } from './scan.ts';

const EVERY_MS = 200;

/** Runs the camera until a code is found. Returns the function to stop. */
export function film(
  video: HTMLVideoElement,
  formats: readonly string[],
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
    const reader = codeReader(formats);
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
