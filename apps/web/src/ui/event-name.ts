import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Names an event in the person's language; a type without a text keeps the name the server gave. */
export function useEventName(): (type: {
  readonly eventCode: number;
  readonly name: string;
}) => string {
  const { t } = useTranslation();
  return useCallback(({ eventCode, name }) => t(`event.${eventCode}`, { defaultValue: name }), [t]);
}
