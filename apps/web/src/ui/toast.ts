/** A button on a toast. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** A short message at the bottom of the page. */
export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error' | 'warning';
  readonly text: string;
  readonly title?: string;
  /** A button for the next action. */
  readonly action?: ToastAction;
  /** Null for a toast that stays until closed (requirement S-34). */
  readonly timeoutMs: number | null;
}

/** What a success message says beside its text. */
export interface SuccessDetails {
  readonly action?: ToastAction | undefined;
  readonly subject?: string | undefined;
}

/** Requirements S-31 and S-32. */
const SUCCESS_MS = 4000;
const ERROR_MS = 6000;
/** Long enough to read and use the button. */
const ACTION_MS = 10_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Removes a toast; a tap on it does too (requirement S-31). */
export function dismiss(id: number): void {
  set(toasts.filter((one) => one.id !== id));
}

function show(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  const id = lastId;
  set([...toasts.slice(-3), { ...toast, id }]);
  if (toast.timeoutMs !== null) setTimeout(() => dismiss(id), toast.timeoutMs);
}

/** The text of an error toast: `detail`, if the message is JSON (requirement T-05). */
export function errorText(message: string): string {
  try {
    const parsed = JSON.parse(message) as { detail?: unknown };
    return typeof parsed.detail === 'string' ? parsed.detail : message;
  } catch {
    return message;
  }
}

/** Shows messages. */
export const toast = {
  /** @param subject the name of what was saved, removed or sent */
  success: (text: string, { action, subject }: SuccessDetails = {}) =>
    show({
      kind: 'success',
      ...(subject === undefined || subject === '' ? { text } : { title: text, text: subject }),
      timeoutMs: action === undefined ? SUCCESS_MS : ACTION_MS,
      ...(action === undefined ? {} : { action }),
    }),
  error: (text: string) => show({ kind: 'error', text: errorText(text), timeoutMs: ERROR_MS }),
  /** Stays until closed. */
  warning: (title: string, text: string) => show({ kind: 'warning', title, text, timeoutMs: null }),
};

/** For React: the current toasts, and a subscription to changes. */
export const toastStore = {
  get: () => toasts,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
