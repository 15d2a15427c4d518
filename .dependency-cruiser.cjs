// Who may import whom (docs/architecture.md, "Rooms"). Run by `npm run check`, which also asserts
// that modules were read at all: a parser that cannot read TypeScript would report nothing.
const room = (path) => `^${path}/`;

const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: room(from) },
  to: {
    path: ['^packages/', '^apps/'],
    pathNot: [room(from), ...allowed.map(room)],
  },
});

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['\\?', '^virtual:', '^vite/', '\\.css$'] },
    },
    {
      name: 'no-orphan',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '\\.config\\.',
          '\\.test\\.tsx?$',
          '\\.spec\\.ts$',
          '/test/',
          '^bench/',
          '^e2e/',
        ],
      },
      to: {},
    },
    only('domain-stands-alone', 'packages/domain', []),
    only('protocols-stand-alone', 'packages/protocols', []),
    only('contract-knows-domain', 'packages/contract', ['packages/domain']),
    only('simulator-knows-protocols', 'packages/simulator', [
      'packages/domain',
      'packages/protocols',
    ]),
    only('web-knows-contract', 'apps/web', ['packages/contract', 'packages/domain']),
    only('engines-know-domain', 'apps/server/src/engines', ['packages/domain']),
    only('gateway-knows-no-screen', 'apps/server/src/gateway', [
      'apps/server/src/platform',
      'apps/server/test',
      'packages/protocols',
      'packages/domain',
    ]),
    only('platform-knows-no-module', 'apps/server/src/platform', [
      'apps/server/test',
      'packages/contract',
      'packages/domain',
    ]),
    {
      name: 'modules-stand-on-platform',
      comment:
        'A server module knows platform, engines, contract and domain; not gateway or protocols.',
      severity: 'error',
      from: { path: '^apps/server/src/modules/', pathNot: '\\.test\\.ts$' },
      to: { path: ['^apps/server/src/gateway/', '^packages/protocols/', '^apps/web/'] },
    },
    {
      name: 'modules-meet-at-the-door',
      comment: 'A module is reached by others only through its index.ts.',
      severity: 'error',
      from: { path: '^apps/server/src/modules/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/server/src/modules/[^/]+/',
        pathNot: ['^apps/server/src/modules/$1/', '^apps/server/src/modules/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'web-modules-do-not-meet',
      severity: 'error',
      from: { path: '^apps/web/src/modules/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/web/src/modules/[^/]+/', pathNot: '^apps/web/src/modules/$1/' },
    },
    {
      name: 'only-routes-know-http',
      severity: 'error',
      from: { path: '^apps/server/src/modules/.*(service|repository)\\.ts$' },
      to: { path: ['^apps/server/src/platform/http/', 'node_modules/fastify'] },
    },
    {
      name: 'only-repositories-build-queries',
      severity: 'error',
      from: { path: '^apps/server/src/modules/.*(routes|service)\\.ts$' },
      to: { path: ['node_modules/kysely', 'node_modules/pg/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '^docs/'] },
    parser: 'swc',
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
