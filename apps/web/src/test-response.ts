/** A response with a body; without one the call stays pending. */
export const responseOf = (body: unknown) =>
  body === null ? new Promise<Response>(() => undefined) : new Response(JSON.stringify(body));
