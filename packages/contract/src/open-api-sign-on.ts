/*
 * Calls that no handler of ours answers: the OpenID Connect provider's (RP-01 to RP-03, RP-05) and the
 * translation files. They are described here so that the document is whole.
 */

type Json = Record<string, unknown>;

const text = { type: 'string' };
const json = (schema: Json) => ({ 'application/json': { schema } });
const html = { 'text/html': { schema: text } };
const query = (name: string, required: boolean, schema: Json = text) => ({
  name,
  in: 'query',
  required,
  schema,
});

/** The error body of OAuth 2.0 (RFC 6749, 5.2). */
const refused = {
  description: 'Refused',
  content: json({
    type: 'object',
    required: ['error'],
    properties: { error: text, error_description: text },
  }),
};

const AUTHORIZE_PARAMETERS = [
  query('response_type', true, { type: 'string', enum: ['code'] }),
  query('client_id', true),
  query('redirect_uri', true, { type: 'string', format: 'uri' }),
  query('scope', true),
  query('state', false),
  query('code_challenge', true),
  query('code_challenge_method', true, { type: 'string', enum: ['S256'] }),
];

const authorizeAnswers = {
  200: { description: 'The sign-in page', content: html },
  302: { description: 'To redirect_uri with code and state' },
  303: { description: 'To the sign-in page, or to redirect_uri with code and state' },
  400: { description: 'A page that says what is wrong', content: html },
};

const publicCall = (operationId: string, summary: string, ids: string, rest: Json): Json => ({
  operationId,
  tags: ['signOn'],
  summary,
  description: `${ids} · access: public`,
  security: [],
  ...rest,
});

const tokenForm = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { type: 'string', enum: ['authorization_code', 'refresh_token'] },
    code: text,
    redirect_uri: text,
    client_id: text,
    code_verifier: text,
    refresh_token: text,
  },
};
const tokens = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in'],
  properties: {
    access_token: text,
    token_type: { type: 'string', enum: ['Bearer'] },
    expires_in: { type: 'integer' },
    refresh_token: text,
    id_token: text,
    scope: text,
  },
};

/** Paths of the OpenAPI document besides those of the contract. */
export const SIGN_ON_PATHS: Readonly<Record<string, Json>> = {
  '/auth/oauth2/authorize/': {
    get: publicCall('signOn.authorize', 'Begins a sign-in with a code and PKCE.', 'RP-01', {
      parameters: AUTHORIZE_PARAMETERS,
      responses: authorizeAnswers,
    }),
    post: publicCall('signOn.authorizeByForm', 'The same with a form.', 'RP-02', {
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } },
      },
      responses: authorizeAnswers,
    }),
  },
  '/auth/oauth2/token/': {
    post: publicCall('signOn.token', 'Exchanges a code or a refresh token for tokens.', 'RP-03', {
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: tokenForm } },
      },
      responses: { 200: { description: 'Done', content: json(tokens) }, 400: refused },
    }),
  },
  '/auth/oauth2/logout/': {
    get: publicCall('signOn.logout', 'Ends the sign-on session.', 'RP-05', {
      parameters: [
        query('post_logout_redirect_uri', false, { type: 'string', format: 'uri' }),
        query('id_token_hint', false),
        query('client_id', false),
        query('state', false),
      ],
      responses: {
        200: { description: 'A page that asks to confirm', content: html },
        302: { description: 'To post_logout_redirect_uri' },
        303: { description: 'To post_logout_redirect_uri' },
        400: { description: 'A page that says what is wrong', content: html },
      },
    }),
  },
  '/locales/{reference}.json': {
    get: publicCall('signOn.translations', 'Texts of a language.', 'R-031, R-032', {
      parameters: [
        {
          name: 'reference',
          in: 'path',
          required: true,
          schema: { type: 'string', enum: ['en', 'pt'] },
        },
      ],
      responses: {
        200: { description: 'Done', content: json({ type: 'object' }) },
        404: { description: 'No such language' },
      },
    }),
  },
};
