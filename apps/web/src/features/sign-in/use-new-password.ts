import { useState } from 'react';
import { useLoginAfter } from './use-login-after.ts';

/**
 * The form of a new password.
 *
 * @param toLoginMs time from success to the login page
 */
export function useNewPassword(toLoginMs: number) {
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  /** Server errors of the new password. */
  const [refused, setRefused] = useState<string | null>(null);
  const loginSoon = useLoginAfter(toLoginMs);
  const changePassword = (text: string) => {
    setPassword(text);
    setRefused(null);
  };
  return {
    password,
    changePassword,
    repeat,
    setRepeat,
    wasSent,
    setWasSent,
    isBusy,
    setIsBusy,
    refused,
    setRefused,
    loginSoon,
  };
}
