/**
 * Overlay page: the page and its content security policy.
 *
 * Enforces invariant 7: only our own files, no frames, no requests elsewhere; the page inserts data as text.
 */
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { sendHtml } from '@contract/text/html-page.js'
import { html } from '@contract/text/html-text.js'
import { pageHeaders } from '../../network/http/page-headers.js'

export interface OverlayAssets {
  readonly script: string
  readonly style: string
  readonly font: Buffer
}

/** @param folder of the built page @throws Error when it is missing */
export const readOverlayAssets = (folder: string): OverlayAssets => ({
  script: readFileSync(path.join(folder, 'overlay.js'), 'utf8'),
  style: readFileSync(path.join(folder, 'overlay.css'), 'utf8'),
  font: readFileSync(path.join(folder, 'inter.woff2')),
})

export const overlayPath = '/overlay'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const page = html`<!doctype html>
<html lang="en" class="overlay-page">
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Gatehouse overlay</title><link rel="stylesheet" href="${overlayPath}/overlay.css">
<body><main id="stage"></main><script src="${overlayPath}/overlay.js" defer></script></body></html>
`

/** Public files without data of this computer. Undefined for an unknown path. */
export function writeOverlayFile(url: string, assets: OverlayAssets, response: ServerResponse): boolean {
  if (url === overlayPath) {
    sendHtml(response, { status: 200, page, headers: { ...pageHeaders, 'Content-Security-Policy': policy } })
    return true
  }
  const files: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
    [`${overlayPath}/overlay.js`]: ['text/javascript; charset=utf-8', assets.script],
    [`${overlayPath}/overlay.css`]: ['text/css; charset=utf-8', assets.style],
    [`${overlayPath}/inter.woff2`]: ['font/woff2', assets.font],
  }
  const file = Object.hasOwn(files, url) ? files[url] : undefined
  if (!file) return false
  const [type, body] = file
  response.writeHead(200, { ...pageHeaders, 'Content-Type': type, 'Content-Security-Policy': policy })
  response.end(body)
  return true
}
