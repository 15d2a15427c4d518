import { useEffect, useRef } from 'react';
import type { Signal } from '../../../ui/signal.ts';

/** A text that follows a signal many times a second without rendering. */
export function SignalText<T>({
  signal,
  text,
  className,
}: {
  readonly signal: Signal<T>;
  readonly text: (value: T) => string;
  readonly className?: string;
}) {
  const element = useRef<HTMLSpanElement>(null);
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => {
    const write = () => {
      const next = latest.current(signal.get());
      if (element.current !== null && element.current.textContent !== next)
        element.current.textContent = next;
    };
    write();
    return signal.watch(write);
  });
  return <span ref={element} className={className} />;
}
