# The shell or a slice: docker build -f packages/build-kit/docker/web.Dockerfile --build-arg SLICE=mfe-history -t polylogue/mfe-history .
FROM node:24-bookworm-slim AS manifests
WORKDIR /source
COPY . .
# Only what decides about packages goes on: a change of source does not install them again.
RUN mkdir /manifests && find . -name package.json -exec cp --parents {} /manifests ';' && cp package-lock.json .npmrc /manifests

FROM node:24-bookworm-slim AS packages
WORKDIR /source
COPY --from=manifests /manifests .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund --prefer-offline

FROM packages AS build
ARG SLICE
COPY . .
RUN node packages/build-kit/src/webpack/build-web.js "$SLICE" && mv "$SLICE/dist" /site

FROM nginx:1
ARG SLICE
COPY packages/build-kit/docker/nginx /polylogue
COPY --from=build /site /site
# The shell is the one public entry; every other slice hands out its files and nothing else.
RUN if [ "$SLICE" = shell ]; then mv /polylogue/entry.conf /polylogue/site.conf; else mv /polylogue/slice.conf /polylogue/site.conf; fi \
    && rm -f /polylogue/entry.conf /polylogue/slice.conf
USER 101:101
EXPOSE 8080
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --start-interval=1s CMD ["/polylogue/healthy.sh"]
ENTRYPOINT ["/polylogue/start.sh"]
