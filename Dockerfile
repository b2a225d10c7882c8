# Whoever builds for production says which one, by its digest: --build-arg NODE_IMAGE=node:24-slim@sha256:…
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm run docs && npm run sbom

FROM ${NODE_IMAGE} AS parley
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 PARLEY_DATA=/data
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# better-sqlite3 ships its binaries in the package; npm would otherwise try to compile it.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY bin bin
COPY config config
COPY docs/errors.md docs/errors.md
COPY docs/ja/errors.md docs/ja/errors.md
COPY --from=build /app/dist dist
# Nothing but this folder is written to, so the rest of the file system may be read-only.
RUN mkdir /data && chown node:node /data
# By its number: Kubernetes cannot see that a name is not root's.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# A small nursery keeps the resident memory small, at no cost that can be measured here.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "bin/parley.mjs", "start"]

# For hosts whose volumes are root's (deploy/fly.toml): the folder goes to the user that the image runs as, and root's rights go.
FROM parley AS root-volume
USER 0:0
ENTRYPOINT ["/bin/sh", "-c", "chown 1000:1000 /data && exec setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs \"$@\"", "sh"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "bin/parley.mjs", "start"]

# Last, so that it is what is built where nothing else is asked for.
FROM parley
