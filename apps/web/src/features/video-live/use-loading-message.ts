import { useEffect, useState } from 'react';
import { type LoadingMessage, playLoadingMessages } from './loading-messages.ts';

/** The current loading message; null once video has arrived (requirements F-08 to F-11). */
export function useLoadingMessage(isLoading: boolean): LoadingMessage | null {
  const [message, setMessage] = useState<LoadingMessage | null>(null);
  useEffect(() => {
    if (!isLoading) return;
    const stop = playLoadingMessages(setMessage);
    return () => {
      stop();
      setMessage(null);
    };
  }, [isLoading]);
  return message;
}
