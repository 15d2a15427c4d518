import { contract, DOCUMENT_LIMIT_BYTES } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { InvestigationsService } from './investigations.service.ts';
import type { AnsweringService } from './investigations-answering.ts';
import type { TemplatesService } from './templates/investigations-templates.service.ts';

interface RouteServices {
  readonly templates: TemplatesService;
  readonly investigations: InvestigationsService;
  readonly answering: AnsweringService;
}

const calls = contract.investigations;

/** Three attachments of the maximum size as data URLs, which are a third longer, plus the rest. */
const BODY_LIMIT_BYTES = Math.ceil((3 * DOCUMENT_LIMIT_BYTES * 4) / 3) + 2_000_000;

/** Routes of investigations and their templates. */
export function registerRoutes(app: FastifyInstance, services: RouteServices): void {
  const { templates, investigations, answering } = services;
  implement(app, calls.templates, ({ viewer, query }) => templates.list(viewer, query));
  implement(app, calls.template, ({ viewer, params }) => templates.read(viewer, params.id));
  implement(app, calls.createTemplate, ({ viewer, body }) => templates.create(viewer, body));
  implement(
    app,
    calls.changeTemplate,
    ({ viewer, params, body }) => templates.change(viewer, params.id, body),
    { current: ({ viewer, params }) => templates.form(viewer, params.id) },
  );
  implement(app, calls.templateOptions, ({ viewer }) => templates.options(viewer));
  implement(app, calls.list, ({ viewer, params, query }) =>
    investigations.list(viewer, params.id, query),
  );
  implement(app, calls.options, ({ viewer, params }) => investigations.options(viewer, params.id));
  implement(app, calls.open, ({ viewer, params, body }) =>
    investigations.open(viewer, params.id, body),
  );
  implement(app, calls.read, ({ viewer, params }) => investigations.read(viewer, params));
  implement(app, calls.assign, ({ viewer, params, body }) =>
    investigations.assign(viewer, params, body),
  );
  implement(
    app,
    calls.update,
    ({ viewer, params, body }) => answering.update(viewer, params, body),
    { bodyLimitBytes: BODY_LIMIT_BYTES },
  );
}
