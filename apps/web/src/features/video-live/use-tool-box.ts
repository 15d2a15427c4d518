import { type RefObject, useEffect, useRef, useState } from 'react';
import type { LiveMode } from './video-live-modes.ts';
import { type ToolBox, toolsOf } from './video-live-tools.tsx';

/** The action of a key; returns whether the key has one. */
export type Keys = (key: string) => boolean;

/** The toggles of the video tools. */
export interface Switches {
  readonly isPaused: boolean;
  readonly isGrid: boolean;
  readonly isBest: boolean;
  readonly hasFacts: boolean;
}

/** Toggles, all off at first; a change of mode ends a pause. */
export function useSwitches(mode: LiveMode): [Switches, (name: keyof Switches) => void] {
  const [switches, setSwitches] = useState<Switches>({
    isPaused: false,
    isGrid: false,
    isBest: false,
    hasFacts: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets with the mode
  useEffect(() => setSwitches((before) => ({ ...before, isPaused: false })), [mode]);
  return [switches, (name) => setSwitches((before) => ({ ...before, [name]: !before[name] }))];
}

function toggleFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen();
  else void element?.requestFullscreen();
}

/** The actions of the tools. */
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

/** Registers the keys of the tools, and a digit for each camera, while they are shown. */
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
