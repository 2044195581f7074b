/**
 * Served pages: the built pages of the window over HTTP, with the content security policy of the program, and the fake
 * bridge to put on them.
 *
 * Serves `dist/renderer`, or the folder RENDERER.
 */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'"
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }

export const servePages = async () => {
  const pages = process.env.RENDERER ?? join(root, 'dist/renderer')
  const server = createServer(async (request, response) => {
    if (request.url === '/favicon.ico') return response.writeHead(204).end()
    const path = normalize(new URL(request.url, 'http://localhost').pathname)
    try {
      const body = await readFile(join(pages, path))
      response.writeHead(200, {
        'content-type': types[extname(path)] ?? 'text/plain',
        'content-security-policy': policy,
      })
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

export const bundleFake = async () => {
  const entryPoints = [fileURLToPath(new URL('install.ts', import.meta.url))]
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: 'iife' })
  return outputFiles[0].text
}
