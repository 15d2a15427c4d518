import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { HelpService } from './help-page.service.ts';
import type { HelpSettingsService } from './help-page-settings.service.ts';

export interface HelpServices {
  readonly help: HelpService;
  readonly settings: HelpSettingsService;
}

/** Settings with a logo in their body. */
const SETTINGS_BYTES = 2 * 1024 * 1024;

/** The public help page and its settings. */
export function registerHelpRoutes(app: FastifyInstance, { help, settings }: HelpServices): void {
  const calls = contract.helpPage;
  implement(app, calls.qrDetails, ({ query }) => help.qrDetails(query.qrid));
  implement(app, calls.customerDetails, ({ query }) => help.customerDetails(query.qrid));
  implement(app, calls.faqs, ({ query }) => help.faqs(query.qrid));
  implement(app, calls.settings, ({ viewer, query }) => settings.read(viewer, query.customer));
  implement(
    app,
    calls.changeSettings,
    ({ viewer, query, body }) => settings.change(viewer, query.customer, body),
    { bodyLimitBytes: SETTINGS_BYTES },
  );
}
