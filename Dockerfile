# Gatehouse without a desktop, always on. docs/away.md says how to use it.
#
# Another base image: docker build --build-arg NODE_IMAGE=… (Node 20.19 or newer on a system with glibc).
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/package-headless.mjs --no-archive

FROM ${NODE_IMAGE}
COPY --from=build /src/release/headless /opt/gatehouse
RUN ln -s /opt/gatehouse/cli.cjs /usr/local/bin/gatehouse \
 && mkdir -m 0700 /data && chown 1000:1000 /data
# The profile is /data/Gatehouse, for the program and for the command `gatehouse`. A secret named gatehouse-key encrypts
# the secrets in it.
ENV HOME=/data XDG_CONFIG_HOME=/data CREDENTIALS_DIRECTORY=/run/secrets
USER 1000:1000
VOLUME /data
# Owners connect here from their computers, when it is switched on.
EXPOSE 8797
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=20s --start-period=60s CMD ["gatehouse", "status"]
ENTRYPOINT ["node", "/opt/gatehouse/headless.cjs", "--quiet"]
CMD ["--owners-port", "8797"]
