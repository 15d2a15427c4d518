import { useEffect, useState } from 'react';
import { SoundOut } from './media/sound-out.ts';

/** Audio on request, because browsers block audio autoplay. */
export function useSound(isPossible: boolean): {
  readonly sound: SoundOut | null;
  readonly toggle: () => void;
} {
  const [sound, setSound] = useState<SoundOut | null>(null);
  const toggle = () => setSound(sound === null ? new SoundOut() : null);
  useEffect(() => {
    if (!isPossible) setSound(null);
  }, [isPossible]);
  useEffect(() => () => sound?.close(), [sound]);
  return { sound, toggle };
}
