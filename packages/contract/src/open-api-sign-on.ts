/*
 * Calls that no handler of ours answers: the OpenID Connect provider's (RP-01 to RP-03, RP-05) and the
 * translation files. They are described here so that the document is whole.
 */

type Json = Record<string, unknown>;

const text = { type: 'string' };
const json = (schema: Json, example: Json) => ({ 'application/json': { schema, example } });
const TRANSLATIONS = { type: 'object', additionalProperties: text };
const plain = { 'text/plain': { schema: text } };
const html = { 'text/html': { schema: text } };
const query = (name: string, required: boolean, example: string, schema: Json = text) => ({
  name,
  in: 'query',
  required,
  schema,
  example,
});

/** The error body of OAuth 2.0 (RFC 6749, 5.2). */
const refused = {
  description: 'Refused',
  content: json(
    {
      type: 'object',
      required: ['error'],
      properties: { error: text, error_description: text },
    },
    { error: 'invalid_grant', error_description: 'grant request is invalid' },
  ),
};

const LOGIN_PAGE = 'https://fleet.example/login';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

const AUTHORIZE_PARAMETERS = [
  query('response_type', true, 'code', { type: 'string', enum: ['code'] }),
  query('client_id', true, 'roadworthy-web'),
  query('redirect_uri', true, LOGIN_PAGE, { type: 'string', format: 'uri' }),
  query('scope', true, 'openid profile email offline_access'),
  query('state', false, 'af0ifjsldkj'),
  query('code_challenge', true, CHALLENGE),
  query('code_challenge_method', true, 'S256', { type: 'string', enum: ['S256'] }),
];

/** The parameters as the fields of a form. */
const AUTHORIZE_FORM = {
  schema: {
    type: 'object',
    required: AUTHORIZE_PARAMETERS.flatMap(({ name, required }) => (required ? [name] : [])),
    properties: Object.fromEntries(AUTHORIZE_PARAMETERS.map(({ name, schema }) => [name, schema])),
  },
  example: Object.fromEntries(AUTHORIZE_PARAMETERS.map(({ name, example }) => [name, example])),
};

/** A redirect names its address in the body, too, for programs that do not follow it. */
const redirect = { ...html, ...plain };

const authorizeAnswers = {
  200: { description: 'The sign-in page', content: html },
  302: { description: 'To redirect_uri with code and state', content: redirect },
  303: {
    description: 'To the sign-in page, or to redirect_uri with code and state',
    content: redirect,
  },
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

const TOKEN_FORM = {
  grant_type: 'authorization_code',
  code: 'SplxlOBeZQQYbYS6WxSbIA',
  redirect_uri: LOGIN_PAGE,
  client_id: 'roadworthy-web',
  code_verifier: VERIFIER,
};
const TOKENS = {
  access_token: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln',
  token_type: 'Bearer',
  expires_in: 900,
  refresh_token: '8xLOxBtZp8',
};

/** Paths of the OpenAPI document in addition to those of the contract. */
export const SIGN_ON_PATHS: Readonly<Record<string, Json>> = {
  '/auth/oauth2/authorize/': {
    get: publicCall('signOn.authorize', 'Begins a sign-in with a code and PKCE.', 'RP-01', {
      parameters: AUTHORIZE_PARAMETERS,
      responses: authorizeAnswers,
    }),
    post: publicCall('signOn.authorizeByForm', 'The same with a form.', 'RP-02', {
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': AUTHORIZE_FORM },
      },
      responses: {
        ...authorizeAnswers,
        404: { description: 'The form is sent to the address that RP-01 names', content: plain },
      },
    }),
  },
  '/auth/oauth2/token/': {
    post: publicCall('signOn.token', 'Exchanges a code or a refresh token for tokens.', 'RP-03', {
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': { schema: tokenForm, example: TOKEN_FORM },
        },
      },
      responses: { 200: { description: 'Done', content: json(tokens, TOKENS) }, 400: refused },
    }),
  },
  '/auth/oauth2/logout/': {
    get: publicCall('signOn.logout', 'Ends the sign-on session.', 'RP-05', {
      parameters: [
        query('post_logout_redirect_uri', false, LOGIN_PAGE, { type: 'string', format: 'uri' }),
        query('id_token_hint', false, 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln'),
        query('client_id', false, 'roadworthy-web'),
        query('state', false, 'af0ifjsldkj'),
      ],
      responses: {
        200: { description: 'A page that asks to confirm', content: html },
        302: { description: 'To post_logout_redirect_uri', content: redirect },
        303: { description: 'To post_logout_redirect_uri', content: redirect },
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
          example: 'en',
        },
      ],
      responses: {
        200: { description: 'Done', content: json(TRANSLATIONS, { 'login.title': 'Sign in' }) },
        404: { description: 'No such language' },
      },
    }),
  },
};
