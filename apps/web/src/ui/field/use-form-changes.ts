import { useEffect, useRef } from 'react';
import { formState } from './form-state.ts';

/** Whether the fields of a form show other values than when the person began. */
export function useFormChanges() {
  const first = useRef<{ readonly box: HTMLElement; readonly state: string } | null>(null);
  return {
    /** Call before each press of a key or pointer in the form. */
    touch: (box: HTMLElement) => {
      first.current ??= { box, state: formState(box) };
    },
    isChanged: () => {
      const { box, state } = first.current ?? {};
      return box?.isConnected === true && formState(box) !== state;
    },
  };
}

/** As `useFormChanges`, for the form in this element. */
export function useChangesIn(box: React.RefObject<HTMLElement | null>): () => boolean {
  const { touch, isChanged } = useFormChanges();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `touch` only uses a ref
  useEffect(() => {
    const form = box.current;
    if (form === null) return;
    const onPress = () => touch(form);
    form.addEventListener('pointerdown', onPress, true);
    form.addEventListener('keydown', onPress, true);
    return () => {
      form.removeEventListener('pointerdown', onPress, true);
      form.removeEventListener('keydown', onPress, true);
    };
  }, [box]);
  return isChanged;
}
