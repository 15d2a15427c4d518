import { createRoute, type RouteComponent, redirect } from '@tanstack/react-router';
import { may } from '../../session/rights.ts';
import { type RouteContext, root } from './root.tsx';

/** Redirects people who are no administrators to the unauthorised page. */
export function administratorsOnly({ context }: { readonly context: RouteContext }): void {
  if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
}

/** A screen at a path, for whoever may open its module. */
export const screenAt = (path: string, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

/** Redirects people who are no global administrators to the unauthorised page. */
function globalAdministratorsOnly({ context }: { readonly context: RouteContext }): void {
  if (!may(context.current, { kind: 'global-administrator' })) {
    throw redirect({ to: '/unauthorised' });
  }
}

/** A screen at a path, for administrators of all customers. */
export const globalAdministratorsScreenAt = (path: string, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component,
    beforeLoad: globalAdministratorsOnly,
  });

/** A screen at a path, for administrators alone. */
export const administratorsScreenAt = (path: string, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component, beforeLoad: administratorsOnly });
