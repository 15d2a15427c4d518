import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** The name of an event in the person's language; a type without a text keeps the server's name. */
export function useEventName(): (type: {
  readonly eventCode: number;
  readonly name: string;
}) => string {
  const { t } = useTranslation();
  return useCallback(({ eventCode, name }) => t(`event.${eventCode}`, { defaultValue: name }), [t]);
}
