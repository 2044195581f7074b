/**
 * Pages: our screens, served by `app://gatehouse/` from the built files and from nowhere else.
 *
 * The content policy lets a page run only what lies beside it: no inline script, no network. Style sheets come from
 * there too, or carry the nonce that is made for each load of a page: a few components write theirs at run time.
 */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { protocol } from 'electron'

const origin = 'app://gatehouse'

export const pageUrl = (page: 'index' | 'approval'): string => `${origin}/${page}.html`

export const isOurPage = (url: string): boolean => url.startsWith(`${origin}/`)

/** What a page may do. @param nonce of this load; nothing but pages carries one */
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

/** The page with the nonce of this load in it, where `src-renderer/ui/style-nonce.ts` finds it. */
export const withNonce = (html: string, nonce: string): string =>
  html.replace('<head>', `<head><meta property="csp-nonce" nonce="${nonce}" />`)

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
export function servePages(folder: string): void {
  protocol.handle('app', async (request) => {
    const file = fileOf(request.url, folder)
    const type = file && types[path.extname(file)]
    if (!file || !type || request.method !== 'GET') return new Response('Not found', { status: 404 })
    try {
      const nonce = path.extname(file) === '.html' ? randomBytes(16).toString('base64') : undefined
      const content = await readFile(file)
      return new Response(nonce ? withNonce(content.toString(), nonce) : new Uint8Array(content), {
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

/** The file behind a URL of ours; undefined for another host or a way out of the folder. */
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
