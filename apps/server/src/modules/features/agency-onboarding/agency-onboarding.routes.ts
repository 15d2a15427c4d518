import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import type { Files } from '../../../platform/files/index.ts';
import { implement, sendFile } from '../../../platform/http/index.ts';
import { withForm } from '../records/index.ts';
import type { AgenciesService } from './agencies/agency-onboarding-agencies.service.ts';
import type { AgencyOnboardingService } from './agency-onboarding.service.ts';
import type { AgencyOnboardingDecisions } from './decisions/agency-onboarding-decisions.service.ts';
import type { AgencyOnboardingLinks } from './links/agency-onboarding-links.service.ts';
import type { AgencyTermsService } from './terms/agency-onboarding-terms.service.ts';

/** Calls of the people of the operator. */
export function registerOnboardingRoutes(
  app: FastifyInstance,
  parts: {
    readonly onboardings: AgencyOnboardingService;
    readonly decisions: AgencyOnboardingDecisions;
    readonly agencies: AgenciesService;
    readonly terms: AgencyTermsService;
  },
): void {
  const calls = contract.agencyOnboarding;
  const { onboardings, decisions, agencies, terms } = parts;
  implement(app, calls.list, ({ viewer, query }) => onboardings.list(viewer, query));
  implement(app, calls.exportList, ({ viewer, query, reply }) =>
    sendFile(reply, onboardings.file(viewer, query)),
  );
  implement(app, calls.choices, ({ viewer }) => onboardings.choices(viewer));
  implement(app, calls.read, ({ viewer, params }) => onboardings.read(viewer, params.id));
  implement(app, calls.invite, ({ viewer, body }) => onboardings.invite(viewer, body));
  implement(app, calls.resend, ({ viewer, params, body }) =>
    onboardings.resend(viewer, params.id, body.days),
  );
  implement(app, calls.withdraw, ({ viewer, params, body }) =>
    onboardings.withdraw(viewer, params.id, body.version),
  );
  implement(app, calls.decide, ({ viewer, params, body }) =>
    decisions.decide(viewer, params.id, params.kind, body),
  );
  implement(app, calls.sendBack, ({ viewer, params, body }) =>
    decisions.sendBack(viewer, params.id, body),
  );
  implement(app, calls.reject, ({ viewer, params, body }) =>
    decisions.reject(viewer, params.id, body),
  );
  implement(app, calls.accept, ({ viewer, params, body }) =>
    decisions.accept(viewer, params.id, body),
  );
  implement(app, calls.terms, ({ viewer }) => terms.read(viewer));
  implement(app, calls.changeTerms, ({ viewer, body }) => terms.change(viewer, body.text));

  const own = contract.agencies;
  implement(app, own.list, ({ viewer, query }) => agencies.list(viewer, query));
  implement(app, own.read, ({ viewer, params }) => agencies.read(viewer, params.id));
  implement(app, own.create, ({ viewer, body }) => agencies.create(viewer, body));
  implement(app, own.change, ({ viewer, params, body }) =>
    agencies.change(viewer, params.id, body),
  );
  implement(app, own.archive, ({ viewer, body }) =>
    agencies.archive(viewer, body.ids, body.archived),
  );
}

/** Calls of drivers with a link. Their scope accepts multipart bodies. */
export function registerOnboardingLinkRoutes(
  scope: FastifyInstance,
  files: Files,
  links: AgencyOnboardingLinks,
): void {
  const calls = contract.agencyOnboardingLinks;
  implement(scope, calls.open, ({ body, reply }) => {
    reply.header('Cache-Control', 'no-store');
    return links.open(body.token, body.begins);
  });
  implement(scope, calls.details, ({ body }) => links.details(body));
  implement(scope, calls.document, ({ body }) => links.document(body));
  implement(scope, calls.photo, ({ request }) =>
    withForm(files, request, calls.photo.multipart, (received) => links.photo(received), [
      'document',
    ]),
  );
  implement(scope, calls.accept, ({ request }) =>
    withForm(files, request, calls.accept.multipart, (received) => links.accept(received)),
  );
  implement(scope, calls.submit, ({ body }) => links.submit(body.token));
}
