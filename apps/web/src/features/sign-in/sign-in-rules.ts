/** A lowercase e-mail address ending in 2 to 4 letters (OP-066). */
const EMAIL = /^[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,4}$/;
/** Requirement D-25. */
const MIN_PASSWORD_LENGTH = 10;

/** Key of the error of an e-mail address, or null (requirements D-08, D-09). */
export function emailFault(email: string): 'forgot.required' | 'forgot.invalid' | null {
  if (email === '') return 'forgot.required';
  return EMAIL.test(email) ? null : 'forgot.invalid';
}

/** Keys of the errors of a new password and its repetition (requirements D-22 to D-25). */
export interface PasswordFaults {
  readonly password: 'reset.required' | 'reset.short' | null;
  readonly repeat: 'reset.repeatRequired' | 'reset.mismatch' | null;
}

/** Validates the two fields of the reset screen. */
export function resetFaults(password: string, repeat: string): PasswordFaults {
  return {
    password:
      password === ''
        ? 'reset.required'
        : [...password].length < MIN_PASSWORD_LENGTH
          ? 'reset.short'
          : null,
    repeat: repeat === '' ? 'reset.repeatRequired' : repeat === password ? null : 'reset.mismatch',
  };
}
