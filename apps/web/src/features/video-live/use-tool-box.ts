import { type RefObject, useEffect, useRef, useState } from 'react';
import type { LiveMode } from './video-live-modes.ts';
import { type ToolBox, toolsOf } from './video-live-tools.tsx';

/** What runs a key; says whether the key means something. */
export type Keys = (key: string) => boolean;

/** The switches of the tools that belong to the picture. */
export interface Switches {
  readonly isPaused: boolean;
  readonly isGrid: boolean;
  readonly isBest: boolean;
  readonly hasFacts: boolean;
}

/** Switches, all off at first; a paused picture goes on in another mode. */
export function useSwitches(mode: LiveMode): [Switches, (name: keyof Switches) => void] {
  const [switches, setSwitches] = useState<Switches>({
    isPaused: false,
    isGrid: false,
    isBest: false,
    hasFacts: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mode is what it depends on
  useEffect(() => setSwitches((before) => ({ ...before, isPaused: false })), [mode]);
  return [switches, (name) => setSwitches((before) => ({ ...before, [name]: !before[name] }))];
}

function toggleFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen();
  else void element?.requestFullscreen();
}

/** What the tools do. */
export function toolBox(options: {
  readonly modes: readonly LiveMode[];
  readonly mode: LiveMode;
  readonly onMode: (mode: LiveMode) => void;
  readonly switches: Switches;
  readonly toggle: (name: keyof Switches) => void;
  readonly hasSound: boolean;
  readonly onSound: () => void;
  readonly stage: RefObject<HTMLElement | null>;
  readonly onStill: () => void;
}): ToolBox {
  const { switches, toggle, stage, ...rest } = options;
  return {
    ...rest,
    ...switches,
    onPause: () => toggle('isPaused'),
    onGrid: () => toggle('isGrid'),
    onBest: () => toggle('isBest'),
    onFacts: () => toggle('hasFacts'),
    onFullScreen: () => toggleFullScreen(stage.current),
  };
}

/** Offers the keys of the tools, and a digit for each camera, while they are shown. */
export function useToolKeys(
  box: ToolBox,
  cameras: readonly { readonly camera: number }[],
  onCamera: (camera: number) => void,
  onKeys: (keys: Keys | null) => void,
): void {
  const latest = useRef(box);
  latest.current = box;
  useEffect(() => {
    onKeys((key) => {
      const camera = cameras.find((one) => String(one.camera) === key);
      if (camera !== undefined) onCamera(camera.camera);
      const tool = toolsOf(latest.current).find((one) => one.key === key);
      tool?.run();
      return camera !== undefined || tool !== undefined;
    });
    return () => onKeys(null);
  }, [onKeys, cameras, onCamera]);
}
