/**
 * Pages: the pages of the program, served by `app://gatehouse/` from the built files only.
 *
 * The content policy allows only files beside the page: no inline script, no network. Style sheets may also carry the
 * nonce of each page load: a few components create theirs at run time.
 */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { protocol } from 'electron'
import type { Theme } from './theme.js'

const origin = 'app://gatehouse'

export const pageUrl = (page: 'index' | 'approval'): string => `${origin}/${page}.html`

export const isOurPage = (url: string): boolean => url.startsWith(`${origin}/`)

/** The content security policy. @param nonce of this load; only pages carry one */
export const contentPolicy = (nonce?: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Adds the nonce of this load, which `src-renderer/ui/theme/style-nonce.ts` reads, and the theme until the page has read the settings. */
export const withNonce = (html: string, nonce: string, theme: Theme): string =>
  html
    .replace(' lang=', ` data-theme="${theme}" lang=`)
    .replace('<head>', `<head><meta property="csp-nonce" nonce="${nonce}" />`)

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
}

/** Must run before the program is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** @param folder absolute path of the built renderer */
export function servePages(folder: string, shownTheme: () => Theme): void {
  protocol.handle('app', async (request) => {
    const file = fileOf(request.url, folder)
    const type = file && types[path.extname(file)]
    if (!file || !type || request.method !== 'GET') return new Response('Not found', { status: 404 })
    try {
      const nonce = path.extname(file) === '.html' ? randomBytes(16).toString('base64') : undefined
      const content = await readFile(file)
      return new Response(nonce ? withNonce(content.toString(), nonce, shownTheme()) : new Uint8Array(content), {
        headers: {
          'Content-Type': type,
          'Content-Security-Policy': contentPolicy(nonce),
          'X-Content-Type-Options': 'nosniff',
          'Referrer-Policy': 'no-referrer',
          'Cache-Control': 'no-store',
        },
      })
    } catch {
      return new Response('Not found', { status: 404 })
    }
  })
}

/** The file of a URL; undefined for another host or a path outside of the folder. */
export function fileOf(url: string, folder: string): string | undefined {
  if (!isOurPage(url)) return undefined
  let name: string
  try {
    name = decodeURIComponent(new URL(url).pathname)
  } catch {
    return undefined
  }
  const file = path.join(folder, name)
  return !name.includes('\0') && file.startsWith(folder + path.sep) ? file : undefined
}
