# syntax=docker/dockerfile:1
# The server with web app. Build: docker build -t roadworthy .
ARG NODE_IMAGE=node:22-bookworm-slim

# Builds the server and the web app with all packages.
FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund && npm run build

# Installs what the server needs at run time. The bundles contain the packages of this repository.
FROM ${NODE_IMAGE} AS packages
WORKDIR /packages
COPY package.json package-lock.json ./
COPY apps/server/package.json apps/server/
COPY packages/contract/package.json packages/contract/
COPY packages/domain/package.json packages/domain/
COPY packages/protocols/package.json packages/protocols/
COPY packages/simulator/package.json packages/simulator/
RUN npm ci --omit=dev --workspace=@roadworthy/server --include-workspace-root=false --no-audit --no-fund

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Roadworthy" \
      org.opencontainers.image.description="Self-hosted fleet platform"
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=packages /packages/node_modules node_modules
COPY --from=build /build/package.json ./
COPY --from=build /build/apps/server/dist apps/server/dist
COPY --from=build /build/apps/server/migrations apps/server/migrations
COPY --from=build /build/apps/web/dist apps/web/dist
COPY --from=build /build/deploy/server.mjs /build/deploy/healthcheck.mjs deploy/
COPY --from=build /build/THIRD_PARTY_NOTICES.md ./
# Only /data and /tmp are written, so the root file system can be read-only.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
# Web app and API; devices of any protocol; video and files of cameras; FTP with its data ports; one port per protocol.
EXPOSE 8080 5300 1078 1079 1080 1081 1082-1113
EXPOSE 5027/tcp 5027/udp 5023/tcp 5015/tcp 5013/tcp 5013/udp 5001/tcp 5001/udp 5004/tcp 5004/udp
EXPOSE 5046/tcp 5020/tcp 5020/udp 5011/tcp 5002/tcp 5002/udp 5006/tcp 5064/tcp 5064/udp 5094/tcp
EXPOSE 5094/udp 5082/udp 5137/tcp 5034/tcp 5019/tcp 5039/tcp 5055/tcp
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s CMD ["node", "deploy/healthcheck.mjs"]
CMD ["node", "deploy/server.mjs"]
