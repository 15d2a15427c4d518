import { useEffect, useState } from 'react';
import { AudioOutput } from './media/audio-output.ts';

/** Audio on request, because browsers block audio autoplay. */
export function useAudio(isPossible: boolean): {
  readonly sound: AudioOutput | null;
  readonly toggle: () => void;
} {
  const [sound, setSound] = useState<AudioOutput | null>(null);
  const toggle = () => setSound(sound === null ? new AudioOutput() : null);
  useEffect(() => {
    if (!isPossible) setSound(null);
  }, [isPossible]);
  useEffect(() => () => sound?.close(), [sound]);
  return { sound, toggle };
}
