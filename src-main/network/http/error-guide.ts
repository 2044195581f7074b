/**
 * Error guide: the page that the `documentation` of an error points to. See docs/protocol.md#errors.
 *
 * Built from the catalogue alone, so it contains nothing about this machine and needs no token.
 */

import { createHash } from 'node:crypto'
import { type CatalogueEntry, errorCatalogue } from '@contract/error-catalogue.js'
import { sendHtml } from '@contract/text/html-page.js'
import { type HtmlText, html, htmlConstant, joinedHtml } from '@contract/text/html-text.js'
import { guidePath } from './error-links.js'
import type { OpenRoute } from './route.js'

export function errorGuide(): OpenRoute {
  const page = pageOf(errorCatalogue)
  return {
    path: guidePath,
    open: true,
    async handle(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.writeHead(405, { Allow: 'GET, HEAD' }).end()
        return
      }
      sendHtml(response, {
        status: 200,
        page,
        headers: {
          'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
        },
        withoutBody: request.method === 'HEAD',
      })
    },
    async close() {},
  }
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
h2{font:600 1rem ui-monospace,monospace;margin:2rem 0 .25rem}:target{outline:2px solid;outline-offset:.5rem}p{margin:.25rem 0}`

const styleHash = createHash('sha256').update(style).digest('base64')

const pageOf = (catalogue: Readonly<Record<string, CatalogueEntry>>): HtmlText => html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Errors of Gatehouse</title><style>${htmlConstant(style)}</style>
<h1>Errors of Gatehouse</h1>
${joinedHtml(Object.entries(catalogue).map(sectionOf), '\n')}
</html>
`

const sectionOf = ([code, { httpStatus, message, when, suggestion }]: [string, CatalogueEntry]): HtmlText =>
  html`<h2 id="${code}">${code}</h2><p>${message} (HTTP ${httpStatus})</p><p>${when}</p><p>${suggestion}</p>`
