import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import SignaturePad from 'signature_pad';
import { PAD } from './pad-options.ts';

/** Functions of a pad for its parent. */
export interface PadHandle {
  /** The drawing as a data URL of a PNG. */
  image(): string;
  wipe(): void;
}

/**
 * Scales the drawing to the displayed canvas: the pad reads points in screen pixels, and the image is
 * 500 by 250 on a phone too.
 */
function fit(canvas: HTMLCanvasElement): void {
  const { width, height } = canvas.getBoundingClientRect();
  if (width === 0 || height === 0) return;
  canvas.getContext('2d')?.setTransform(PAD.width / width, 0, 0, PAD.height / height, 0, 0);
}

/**
 * A canvas for signing with finger, pen or mouse (requirements P-139 to P-146).
 *
 * @param onDrawn called at the end of a stroke (requirement P-129)
 */
export function Pad({
  label,
  handle,
  onDrawn,
}: {
  readonly label: string;
  readonly handle: Ref<PadHandle>;
  readonly onDrawn: () => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const drawn = useRef(onDrawn);
  drawn.current = onDrawn;
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const made = new SignaturePad(element, PAD);
    pad.current = made;
    const begin = () => fit(element);
    const end = () => drawn.current();
    made.addEventListener('beginStroke', begin);
    made.addEventListener('endStroke', end);
    return () => {
      made.off();
      made.removeEventListener('beginStroke', begin);
      made.removeEventListener('endStroke', end);
    };
  }, []);
  useImperativeHandle(handle, () => ({
    image: () => pad.current?.toDataURL('image/png') ?? '',
    wipe: () => pad.current?.clear(),
  }));
  return (
    <canvas
      ref={canvas}
      className="signature-canvas"
      width={PAD.width}
      height={PAD.height}
      role="img"
      aria-label={label}
    />
  );
}
