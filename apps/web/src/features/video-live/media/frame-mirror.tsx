import { useEffect, useRef } from 'react';
import { cx, look } from '../../../ui/look/look.ts';
import styles from '../pictures.module.css';
import { type FrameElement, frameSize } from './frame-element.ts';

/** Often enough for a thumbnail, and cheap for four of them. */
const DRAW_MS = 200;
const WIDTH_PX = 320;

/** A thumbnail copied from another element, so that each camera is decoded once. */
export function FrameMirror({ source }: { readonly source: () => FrameElement | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = () => {
      const element = source();
      const size = frameSize(element);
      const box = canvas.current;
      if (element === null || size === null || box === null) return;
      const height = Math.round((WIDTH_PX * size.heightPx) / size.widthPx);
      if (box.height !== height) box.height = height;
      box.getContext('2d')?.drawImage(element, 0, 0, WIDTH_PX, height);
      box.dataset.drawn = 'true';
    };
    const timer = setInterval(draw, DRAW_MS);
    return () => clearInterval(timer);
  }, [source]);
  return (
    <canvas
      data-part="picture-mirror"
      ref={canvas}
      className={cx(look({ flow: 'block', width: 'full', height: 'full' }), styles.pictureMirror)}
      width={WIDTH_PX}
      height={180}
    />
  );
}
