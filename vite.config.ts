/**
 * Vite: the two pages of the window and the pop-up, built for the Chromium of Electron 33 and newer.
 *
 * Guards the content security policy of the pages: no inline script or style, no data URI except for images, nothing
 * from other origins.
 */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/** `vite dev` with `?fake` in the address gets believable data instead of a gateway; a build never does. */
const fakeBridge = (): Plugin => ({
  name: 'fake-bridge',
  apply: 'serve',
  transformIndexHtml: {
    order: 'pre',
    handler: (_html, { originalUrl }) =>
      originalUrl?.includes('fake') === true
        ? [
            {
              tag: 'script',
              attrs: { type: 'module', src: `/@fs/${pathOf('test/fakes/renderer/install.ts')}` },
              injectTo: 'head-prepend',
            },
          ]
        : [],
  },
})

/** The texts of both languages, and the names of game objects. */
const words = { name: 'words', test: /src-renderer[\\/](?:locales|sentences[\\/]names)[\\/].*\.json$/u }
/** The rendering libraries. Each page bundles its other packages itself. */
const basis = {
  name: 'basis',
  test: /node_modules[\\/](?:react|react-dom|scheduler|i18next|react-i18next|zustand)[\\/]/u,
}

export default defineConfig({
  root: pathOf('src-renderer'),
  base: './',
  resolve: { alias: { '@contract': pathOf('src-main/contract'), '@shared': pathOf('src-main/shared') } },
  plugins: [react(), fakeBridge()],
  server: { fs: { allow: [pathOf('.')] } },
  build: {
    outDir: pathOf('dist/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // On a slow computer it warns about time, which looks like a failure.
      checks: { pluginTimings: false },
      input: { index: pathOf('src-renderer/index.html'), approval: pathOf('src-renderer/approval.html') },
      // What both pages need before they can render, in chunks that are fetched in parallel and compiled separately.
      output: { codeSplitting: { groups: [words, basis] } },
    },
  },
})
